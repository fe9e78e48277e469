package org.moide.coordinator.text;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** JSON as text: one object, the fields in the order in which they are written. */
public final class JsonText {
    private JsonText() {}

    /** Writes the fields of an object. */
    public interface Fields {
        void write(JsonWriter json) throws IOException;
    }

    /** Returns the object on several lines, for people and programs, without a line end behind it. */
    public static String pretty(Fields fields) {
        return text(fields, "  ", false);
    }

    /** Returns the object on one line, for programs, without a line end behind it. */
    public static String line(Fields fields) {
        return text(fields, "", false);
    }

    /** Returns the object on one line for use inside a page: {@code <} and similar letters are escaped. */
    public static String forPage(Fields fields) {
        return text(fields, "", true);
    }

    /** Writes a field that is a number; null if it is not finite. */
    public static void number(String name, double value, JsonWriter json) throws IOException {
        json.name(name);
        if (Double.isFinite(value)) {
            json.value(value);
        } else {
            json.nullValue();
        }
    }

    private static String text(Fields fields, String indent, boolean forPage) {
        StringWriter text = new StringWriter();
        try (JsonWriter json = new JsonWriter(text)) {
            json.setIndent(indent);
            json.setHtmlSafe(forPage);
            json.beginObject();
            fields.write(json);
            json.endObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
