package org.moide.command.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.coordinator.report.RunReport;

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

        assertThat(engine.processorSeconds()).isNaN();
        assertThat(ReportReader.of(TEXT).engines().get(1).processorSeconds()).isEqualTo(1.75);

        JsonObject older = JsonParser.parseString(TEXT).getAsJsonObject();
        older.getAsJsonArray("engines").get(1).getAsJsonObject().remove("processorSeconds");
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
    void shouldNameFieldsThatItDoesNotKnow() {
        JsonObject more = JsonParser.parseString(TEXT).getAsJsonObject();
        assertThat(ReportSchema.unknown(more)).isEmpty();
        more.addProperty("mood", "good");
        more.getAsJsonObject("result").addProperty("anything", 7);
        JsonObject engine = more.getAsJsonArray("engines").get(0).getAsJsonObject();
        engine.addProperty("cores", 4);
        engine.getAsJsonArray("threads").get(0).getAsJsonObject().addProperty("idleSeconds", 4);

        assertThat(ReportSchema.unknown(more))
                .containsExactly("engines[0].threads[0].idleSeconds", "engines[0].cores", "mood");
        for (int i = 0; i < 99; i++) {
            engine.addProperty("x" + i, i);
        }
        assertThat(ReportSchema.unknown(more)).hasSize(10);
    }

    @Test
    void shouldRefuseAFieldThatIsThereTwice() {
        String twice = TEXT.replace("\"host\": \"h2\"", "\"host\": \"h2\", \"host\": \"h3\"");
        assertThatThrownBy(() -> ReportReader.of(twice))
                .isInstanceOf(JsonParseException.class)
                .hasMessage("at engines[1].host: expected it once, found it again");
        assertThatThrownBy(() -> ReportReader.of(" \n")).hasMessage("it is empty");
    }

    @Test
    void shouldSayInItsOwnWordsWhatIsNoMomentAndNoSeed() {
        assertThatThrownBy(() -> ReportReader.of(TEXT.replaceFirst("(\"startedAt\": \")", "$1x")))
                .hasMessageStartingWith(
                        "at startedAt: expected a moment such as \"2026-01-31T12:00:00Z\", found \"x20");
        assertThatThrownBy(() -> ReportReader.of(TEXT.replaceFirst("\"seed\": \"-?\\d+\"", "\"seed\": \"1e3\"")))
                .hasMessage("at seed: expected a whole number of 64 bits, as a text, found \"1e3\"");
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
