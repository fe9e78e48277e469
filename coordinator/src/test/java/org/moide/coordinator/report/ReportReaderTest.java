package org.moide.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportReaderTest {
    private static final String TEXT = RunJson.text(WholeReport.report());

    @Test
    void shouldReadAllThatIsWritten() {
        assertThat(RunJson.text(ReportReader.of(TEXT))).isEqualTo(TEXT);
        assertThat(ReportReader.of(TEXT).workers())
                .isEqualTo(WholeReport.report().workers());
    }

    @Test
    void shouldKeepWhatIsKnownOfProcessorsAndLeaveOutWhatIsNot() {
        RunReport.EngineTimes engine = ReportReader.of(TEXT).engines().get(0);
        assertThat(engine.threads().get(0).processorSeconds()).isEqualTo(0.75);
        assertThat(engine.threads().get(0).readySeconds()).isEqualTo(0.125);
        assertThat(engine.pace()).isEmpty();
        assertThat(ReportReader.of(TEXT).engines().get(1).pace())
                .containsExactly(new RunReport.Pace(0.5, 3, 0), new RunReport.Pace(1, 12, 0.125));

        JsonObject older = JsonParser.parseString(TEXT).getAsJsonObject();
        JsonObject thread = older.getAsJsonArray("engines")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("threads")
                .get(0)
                .getAsJsonObject();
        thread.remove("processorSeconds");
        thread.remove("readySeconds");
        RunReport.ThreadTimes unknown =
                ReportReader.of(older.toString()).engines().get(0).threads().get(0);
        assertThat(unknown.processorSeconds()).isNaN();
        assertThat(unknown.readySeconds()).isNaN();
        assertThat(RunJson.text(ReportReader.of(older.toString()))).doesNotContain("processorSeconds");
    }

    @Test
    void shouldRefuseAPaceThatCannotBe() {
        assertThatThrownBy(() -> ReportReader.of(TEXT.replaceFirst("(\"tasks\": \\[\\s+)3,", "$1-3,")))
                .hasMessage("tasks of a pace: expected 0 or more, found -3");
        assertThatThrownBy(() -> ReportReader.of(TEXT.replaceFirst("(\"tasks\": \\[\\s+)3,", "$1")))
                .hasMessageContaining("expected as many as there are in atSeconds and in waitedSeconds");
    }

    @Test
    void shouldNotMindFieldsThatALaterVersionAdds() {
        JsonObject more = JsonParser.parseString(TEXT).getAsJsonObject();
        more.addProperty("mood", "good");

        assertThat(RunJson.text(ReportReader.of(more.toString()))).isEqualTo(TEXT);
    }

    @Test
    void shouldSayWhatIsNoReport() {
        assertThatThrownBy(() -> ReportReader.of("{}"))
                .hasMessageContaining("it has no schemaVersion: an older version");
        assertThatThrownBy(() -> ReportReader.of("[1]")).hasMessage("at the text: expected an object, found [1]");
        assertThatThrownBy(() -> ReportReader.of(TEXT.replace("\"schemaVersion\": 1", "\"schemaVersion\": 2")))
                .hasMessage("at schemaVersion: expected 1, which this version of MOIDE writes, found 2");
        assertThatThrownBy(() -> ReportReader.of(TEXT.replace("\"waitSeconds\": 0.5", "\"waitSeconds\": -0.5")))
                .hasMessage("at engines[0].threads[0].waitSeconds: expected 0 or more seconds, found -0.5");
        assertThatThrownBy(() -> ReportReader.of(TEXT.replace("\"host\": \"h2\"", "\"host\": 7")))
                .hasMessage("at engines[1].host: expected a text, found 7");
        assertThatThrownBy(() -> ReportReader.of(TEXT.replace("\"made\": 3", "\"made\": 3.5")))
                .hasMessage("at loans.made: expected a whole number, found 3.5");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 40, 500, 2_000})
    void shouldThrowOneKindOfExceptionForHalfAReport(int length) {
        assertThatThrownBy(() -> ReportReader.of(TEXT.substring(0, length))).isInstanceOf(JsonParseException.class);
    }

    @Test
    void shouldThrowOneKindOfExceptionWhateverValueAFieldHas() {
        JsonObject report = JsonParser.parseString(TEXT).getAsJsonObject();
        for (String field : report.keySet()) {
            for (String value : new String[] {"null", "-1", "1e999", "\"x\"", "[]", "[[7]]", "{}", "true"}) {
                JsonObject odd = report.deepCopy();
                odd.add(field, JsonParser.parseString(value));
                try {
                    assertThat(RunJson.text(ReportReader.of(odd.toString()))).isNotEmpty();
                } catch (JsonParseException refused) {
                    assertThat(refused).hasMessageNotContaining("null pointer");
                }
            }
        }
    }
}
