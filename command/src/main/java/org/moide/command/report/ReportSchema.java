package org.moide.command.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The published schema of {@code run.json}, in JSON Schema draft 2020-12. */
public final class ReportSchema {
    private static final String FILE = "run.schema.json";

    private static final int MOST_UNKNOWN = 10;

    private ReportSchema() {}

    /**
     * Returns the paths of the report's fields that the schema lacks, such as {@code engines[0].cores}: fields of
     * another version, or misspelt ones. Only the first of many are returned.
     */
    public static List<String> unknown(JsonElement report) {
        JsonObject schema = JsonParser.parseString(text()).getAsJsonObject();
        List<String> unknown = new ArrayList<>();
        addUnknown(schema, schema, report, "", unknown);
        return unknown;
    }

    private static void addUnknown(
            JsonObject schema, JsonObject rule, JsonElement found, String place, List<String> unknown) {
        if (rule.has("$ref")) {
            String name = rule.get("$ref").getAsString().replace("#/$defs/", "");
            addUnknown(schema, schema.getAsJsonObject("$defs").getAsJsonObject(name), found, place, unknown);
        } else if (found instanceof JsonArray array && rule.get("items") instanceof JsonObject each) {
            for (int i = 0; i < array.size(); i++) {
                addUnknown(schema, each, array.get(i), place + "[" + i + "]", unknown);
            }
        } else if (found instanceof JsonObject object) {
            JsonObject known = rule.get("properties") instanceof JsonObject properties ? properties : new JsonObject();
            for (Map.Entry<String, JsonElement> field : object.entrySet()) {
                String at = place.isEmpty() ? field.getKey() : place + "." + field.getKey();
                if (known.get(field.getKey()) instanceof JsonObject of) {
                    addUnknown(schema, of, field.getValue(), at, unknown);
                } else if (!rule.has("additionalProperties")
                        || rule.get("additionalProperties") instanceof JsonPrimitive) {
                    unknown.add(at);
                }
                if (unknown.size() == MOST_UNKNOWN) {
                    return;
                }
            }
        }
    }

    /** Returns the schema's text, which equals {@code docs/run.schema.json}. */
    public static String text() {
        try (InputStream file =
                Objects.requireNonNull(ReportSchema.class.getResourceAsStream(FILE), "not in the jar: " + FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
