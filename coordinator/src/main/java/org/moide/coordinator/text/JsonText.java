package org.moide.coordinator.text;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes a JSON object as text. The fields keep the order in which they are written. */
public final class JsonText {
    private JsonText() {}

    public interface Fields {
        void write(JsonWriter json) throws IOException;
    }

    /** Returns the object on several lines, without a line end after it. */
    public static String pretty(Fields fields) {
        return text(fields, "  ", false);
    }

    /** Returns the object on one line, without a line end after it. */
    public static String line(Fields fields) {
        return text(fields, "", false);
    }

    /** Returns the object on one line for use inside an HTML page: {@code <} and similar characters are escaped. */
    public static String forPage(Fields fields) {
        return text(fields, "", true);
    }

    /** Writes a field that is a number. Writes null if the number is not finite. */
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
