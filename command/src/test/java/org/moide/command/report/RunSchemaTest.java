package org.moide.command.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RunSchemaTest {
    @Test
    void shouldDescribeAReportInWhichEachFieldHasAValue() {
        assertThat(RunSchema.problems(RunJson.text(WholeReport.report()))).isEmpty();
    }

    @Test
    void shouldRefuseWhatIsNoReport() {
        JsonObject more =
                JsonParser.parseString(RunJson.text(WholeReport.report())).getAsJsonObject();
        more.addProperty("mood", "good");
        assertThat(RunSchema.problems(more.toString()))
                .hasSize(1)
                .first()
                .asString()
                .contains("mood");

        JsonObject less =
                JsonParser.parseString(RunJson.text(WholeReport.report())).getAsJsonObject();
        less.remove("wallSeconds");
        less.addProperty("schemaVersion", 2);
        assertThat(RunSchema.problems(less.toString())).hasSize(2);
    }

    @Test
    void shouldAllowNoFieldThatItDoesNotDescribe() {
        JsonObject schema = JsonParser.parseString(ReportSchema.text()).getAsJsonObject();
        objects(schema, "#");
    }

    private static void objects(JsonElement part, String where) {
        if (part.isJsonArray()) {
            part.getAsJsonArray().forEach(each -> objects(each, where));
        } else if (part.isJsonObject()) {
            JsonObject object = part.getAsJsonObject();
            if (object.has("properties") && object.get("properties").isJsonObject() && object.has("type")) {
                assertThat(object.get("additionalProperties"))
                        .as(where)
                        .isNotNull()
                        .matches(closed -> !closed.getAsBoolean());
                assertThat(object.has("description")).as(where).isTrue();
            }
            object.entrySet().forEach(entry -> objects(entry.getValue(), where + "/" + entry.getKey()));
        }
    }

    @Test
    void shouldDescribeNothingThatNoReportHas() {
        Set<String> described = new TreeSet<>();
        names(JsonParser.parseString(ReportSchema.text()), described);
        Set<String> written = new TreeSet<>();
        keys(JsonParser.parseString(RunJson.text(WholeReport.report())), written);
        described.removeAll(written);
        // All options share one description.
        assertThat(described)
                .containsExactlyInAnyOrder(
                        "assistants", "checkpoints", "eachEngine", "files", "mode", "network", "output");
    }

    private static void names(JsonElement part, Set<String> into) {
        if (part.isJsonArray()) {
            part.getAsJsonArray().forEach(each -> names(each, into));
        } else if (part.isJsonObject()) {
            JsonObject object = part.getAsJsonObject();
            if (object.has("properties") && object.has("type")) {
                into.addAll(object.getAsJsonObject("properties").keySet());
            }
            object.entrySet().forEach(entry -> names(entry.getValue(), into));
        }
    }

    private static void keys(JsonElement part, Set<String> into) {
        if (part.isJsonArray()) {
            part.getAsJsonArray().forEach(each -> keys(each, into));
        } else if (part.isJsonObject()) {
            part.getAsJsonObject().entrySet().forEach(entry -> {
                into.add(entry.getKey());
                keys(entry.getValue(), into);
            });
        }
    }
}
