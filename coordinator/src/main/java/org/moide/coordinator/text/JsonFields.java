package org.moide.coordinator.text;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSyntaxException;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.VisibleText;

/**
 * The fields of a JSON object that another program may have written. If a field is missing, or its value is not as
 * expected, the methods throw an exception that names the field and what was expected. Immutable.
 */
public final class JsonFields {
    private static final int SHOWN = 40;

    private final JsonObject object;
    private final String where;

    private JsonFields(JsonObject object, String where) {
        this.object = object;
        this.where = where;
    }

    /**
     * Parses a text and returns the fields of its outermost object.
     *
     * @throws JsonParseException if the text is no JSON object, or an object in it has the same field twice, since
     *     one value would be lost
     */
    public static JsonFields parse(String text) {
        if (text.isBlank()) {
            throw new JsonParseException("it is empty");
        }
        JsonElement element;
        try (JsonReader json = new JsonReader(new StringReader(text))) {
            json.setStrictness(Strictness.LENIENT); // like JsonParser, which parses the text below
            requireEachOnce(json);
            element = JsonParser.parseString(text);
        } catch (IOException | IllegalStateException | JsonSyntaxException none) {
            throw new JsonParseException("it is no JSON, or only a part of it", none);
        }
        return new JsonFields(object(element, "the text"), "");
    }

    private static void requireEachOnce(JsonReader json) throws IOException {
        switch (json.peek()) {
            case BEGIN_ARRAY -> {
                json.beginArray();
                while (json.hasNext()) {
                    requireEachOnce(json);
                }
                json.endArray();
            }
            case BEGIN_OBJECT -> {
                Set<String> seen = new HashSet<>();
                json.beginObject();
                while (json.hasNext()) {
                    if (!seen.add(json.nextName())) {
                        throw wrong(place(json), "it once", "it again");
                    }
                    requireEachOnce(json);
                }
                json.endObject();
            }
            default -> json.skipValue();
        }
    }

    /**
     * Returns the path of the place in a JSON text that a reader has reached, such as {@code engines[0].power}, for
     * errors.
     */
    public static String place(JsonReader json) {
        return VisibleText.line(json.getPath().replaceFirst("^\\$\\.", ""));
    }

    public boolean has(String name) {
        return object.has(name);
    }

    /** Returns the value of a field that must be a text. */
    public String text(String name) {
        return text(element(name), path(name));
    }

    /** Returns the value of a field that must be a moment in the form of ISO 8601. */
    public Instant instant(String name) {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeParseException none) {
            throw wrong(name, "a moment such as \"2026-01-31T12:00:00Z\"");
        }
    }

    /** Returns the value of a field that must be true or false. */
    public boolean truth(String name) {
        if (element(name) instanceof JsonPrimitive value && value.isBoolean()) {
            return value.getAsBoolean();
        }
        throw wrong(name, "true or false");
    }

    /** Returns the value of a field that must be a whole number. */
    public long whole(String name) {
        if (element(name) instanceof JsonPrimitive value && value.isNumber()) {
            return wholeOf(value, path(name));
        }
        throw wrong(name, "a whole number");
    }

    /** Returns the value of a field that must be a whole number of 0 or more. */
    public long count(String name) {
        long count = whole(name);
        if (count < 0) {
            throw wrong(path(name), "0 or more", Long.toString(count));
        }
        return count;
    }

    /** Returns the value of a field that must be a whole number from 0 to {@link Integer#MAX_VALUE}. */
    public int index(String name) {
        long count = count(name);
        if (count > Integer.MAX_VALUE) {
            throw wrong(path(name), "at most " + Integer.MAX_VALUE, Long.toString(count));
        }
        return (int) count;
    }

    /** Returns the value of a field that must be a number, or one of the texts "NaN", "Infinity" and "-Infinity". */
    public double number(String name) {
        return number(element(name), path(name));
    }

    /** Returns the value of a field that must be a finite number of seconds, 0 or more. */
    public double seconds(String name) {
        double seconds = number(name);
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw wrong(path(name), "0 or more seconds", Double.toString(seconds));
        }
        return seconds;
    }

    /** Returns the fields of the object that is the value of a field. */
    public JsonFields fields(String name) {
        return new JsonFields(object(element(name), path(name)), path(name));
    }

    /** Returns the objects of the array that is the value of a field. */
    public List<JsonFields> all(String name) {
        List<JsonFields> all = new ArrayList<>();
        for (JsonElement each : array(name)) {
            String place = path(name) + "[" + all.size() + "]";
            all.add(new JsonFields(object(each, place), place));
        }
        return all;
    }

    /** Returns the texts of the array that is the value of a field. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonElement each : array(name)) {
            texts.add(text(each, path(name) + "[" + texts.size() + "]"));
        }
        return texts;
    }

    /** Returns the numbers of the array that is the value of a field. */
    public List<Double> numbers(String name) {
        return numbers(array(name), path(name));
    }

    /** Returns the rows of a matrix, an array of arrays of numbers. */
    public List<List<Double>> rows(String name) {
        List<List<Double>> rows = new ArrayList<>();
        for (JsonElement each : array(name)) {
            String place = path(name) + "[" + rows.size() + "]";
            if (!each.isJsonArray()) {
                throw wrong(place, "an array", shown(each));
            }
            rows.add(numbers(each.getAsJsonArray(), place));
        }
        return rows;
    }

    public JsonElement asElement() {
        return object;
    }

    /** Returns all fields in the order in which they were written. */
    public Map<String, JsonElement> elements() {
        Map<String, JsonElement> all = new LinkedHashMap<>();
        object.entrySet().forEach(entry -> all.put(entry.getKey(), entry.getValue()));
        return all;
    }

    /** Returns all fields in the order in which they were written. Each must be a text. */
    public Map<String, String> allTexts() {
        Map<String, String> all = new LinkedHashMap<>();
        object.entrySet().forEach(entry -> all.put(entry.getKey(), text(entry.getValue(), path(entry.getKey()))));
        return all;
    }

    /** Returns the error for a field whose value is not as expected. The caller throws it. */
    public JsonParseException wrong(String name, String expected) {
        JsonElement found = object.get(name);
        return wrong(path(name), expected, found == null ? "nothing" : shown(found));
    }

    private static List<Double> numbers(JsonArray array, String place) {
        List<Double> numbers = new ArrayList<>();
        for (JsonElement each : array) {
            numbers.add(number(each, place + "[" + numbers.size() + "]"));
        }
        return numbers;
    }

    private static double number(JsonElement element, String place) {
        if (element instanceof JsonPrimitive value && value.isNumber()) {
            return value.getAsDouble();
        }
        if (element instanceof JsonPrimitive value && value.isString()) {
            Double odd = odd(value.getAsString());
            if (odd != null) {
                return odd;
            }
        }
        throw wrong(place, "a number", shown(element));
    }

    /**
     * Returns the number that a text such as "NaN" stands for, since JSON cannot write it as a number: one of "NaN",
     * "Infinity" and "-Infinity". Returns null for any other text.
     */
    public static @Nullable Double odd(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }

    private static long wholeOf(JsonPrimitive value, String place) {
        try {
            return value.getAsBigDecimal().longValueExact();
        } catch (ArithmeticException | NumberFormatException none) {
            throw wrong(place, "a whole number", shown(value));
        }
    }

    private static String text(JsonElement element, String place) {
        if (element instanceof JsonPrimitive value && value.isString()) {
            return value.getAsString();
        }
        throw wrong(place, "a text", shown(element));
    }

    private JsonArray array(String name) {
        JsonElement element = element(name);
        if (!element.isJsonArray()) {
            throw wrong(path(name), "an array", shown(element));
        }
        return element.getAsJsonArray();
    }

    /** Returns the value of a field, whatever its type. The field must exist. */
    public JsonElement element(String name) {
        JsonElement element = object.get(name);
        if (element == null) {
            throw wrong(path(name), "a value", "none");
        }
        return element;
    }

    private static JsonObject object(JsonElement element, String place) {
        if (!element.isJsonObject()) {
            throw wrong(place, "an object", shown(element));
        }
        return element.getAsJsonObject();
    }

    private String path(String name) {
        return where.isEmpty() ? name : where + "." + name;
    }

    private static String shown(JsonElement element) {
        String text = element.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    private static JsonParseException wrong(String place, String expected, String found) {
        return new JsonParseException("at " + VisibleText.line(place) + ": expected " + expected + ", found " + found);
    }
}
