package org.moide.coordinator.workload;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.UserText;
import org.moide.coordinator.plan.Nearest;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.text.JsonFields;

/**
 * What all files of workloads have in common. No length is written down, so what is read takes no more memory than its
 * text is worth.
 */
final class WorkloadJson {
    private static final Pattern PLACE = Pattern.compile("at line (\\d+) column (\\d+)");

    /** A run of more would not be recorded. */
    private static final int MOST_ENGINES = 100_000;

    private WorkloadJson() {}

    /** Reads what a file has in it. */
    @FunctionalInterface
    interface Content<T> {
        T read(JsonReader json) throws IOException;
    }

    /** @throws PlanException if it cannot be read, or has something else in it */
    static <T> T read(Path file, Content<T> content) {
        try (BufferedReader in = UserText.open(file);
                JsonReader json = new JsonReader(in)) {
            return content.read(json);
        } catch (MalformedJsonException | EOFException | IllegalStateException | NumberFormatException malformed) {
            throw new PlanException(
                    "workload " + file + place(malformed)
                            + ": expected a workload in JSON as 'moide run --record-workload' writes it, found"
                            + (malformed instanceof EOFException ? " its end too soon" : " something else"),
                    malformed);
        } catch (IOException unreadable) {
            throw new PlanException(
                    "cannot read the workload " + file + ": " + FileTrouble.whenReading(unreadable), unreadable);
        } catch (IllegalArgumentException wrong) {
            throw new PlanException("workload " + file + ": " + wrong.getMessage(), wrong);
        }
    }

    /** The library's own text is about the library; only its place is for a user. */
    private static String place(Exception malformed) {
        Matcher place = PLACE.matcher(String.valueOf(malformed.getMessage()));
        return place.find() ? ", line " + place.group(1) + ", column " + place.group(2) : "";
    }

    /** Reads the value of a field. */
    @FunctionalInterface
    interface Field {
        void read(String name) throws IOException;
    }

    /**
     * An object that has been read.
     *
     * @param seen the fields that it has, of those that are known
     * @param unknown what to say of the first other field; null if there is none
     */
    record Found(Set<String> seen, @Nullable IllegalArgumentException unknown) {
        /** @throws IllegalArgumentException if it has a field that is not known, which would have no effect */
        void requireKnown() {
            if (unknown != null) {
                throw unknown;
            }
        }
    }

    /**
     * Reads an object of a file.
     *
     * @param known how its fields may be called; others are passed over, until {@link Found#requireKnown}
     * @throws IllegalArgumentException if it has one twice; the message says where
     */
    static Found fields(JsonReader json, List<String> known, Field field) throws IOException {
        Set<String> seen = new HashSet<>();
        IllegalArgumentException unknown = null;
        json.beginObject();
        while (json.hasNext()) {
            String name = json.nextName();
            if (!known.contains(name)) {
                unknown = unknown != null ? unknown : unknown(name, JsonFields.place(json), known);
                json.skipValue();
            } else if (!seen.add(name)) {
                throw new IllegalArgumentException(
                        "at " + JsonFields.place(json) + ": expected it once, found it again");
            } else {
                field.read(name);
            }
        }
        json.endObject();
        return new Found(seen, unknown);
    }

    private static IllegalArgumentException unknown(String name, String place, List<String> known) {
        return new IllegalArgumentException("at " + place + ": expected one of " + String.join(", ", known)
                + ", found another field" + Nearest.hint(name, known).replaceFirst("^:", ";"));
    }

    /** Reads the one object of a file, behind which nothing may stand. */
    static Found onlyObject(JsonReader json, List<String> known, Field field) throws IOException {
        Found found = fields(json, known, field);
        if (json.peek() != JsonToken.END_DOCUMENT) {
            throw new MalformedJsonException("something else follows");
        }
        return found;
    }

    /** The format that a file says it has; empty if it says none. */
    static String format(JsonReader json) throws IOException {
        json.beginObject();
        while (json.hasNext()) {
            if (json.nextName().equals("format") && json.peek() == JsonToken.STRING) {
                return json.nextString();
            }
            json.skipValue();
        }
        return "";
    }

    static long[] numbers(JsonReader json, int first, int most, String what) throws IOException {
        long[] numbers = new long[first];
        int count = 0;
        json.beginArray();
        while (json.hasNext()) {
            if (count == most) {
                throw new IllegalArgumentException("expected at most " + most + " " + what + ", found more");
            }
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = json.nextLong();
        }
        json.endArray();
        return Arrays.copyOf(numbers, count);
    }

    static List<RecordedWorkload.Engine> engines(JsonReader json) throws IOException {
        List<RecordedWorkload.Engine> engines = new ArrayList<>();
        json.beginArray();
        while (json.hasNext()) {
            if (engines.size() == MOST_ENGINES) {
                throw new IllegalArgumentException("expected at most " + MOST_ENGINES + " engines, found more");
            }
            EngineFields engine = new EngineFields();
            fields(json, EngineFields.NAMES, name -> engine.read(name, json)).requireKnown();
            engines.add(new RecordedWorkload.Engine(engine.host, engine.threads, engine.power));
        }
        json.endArray();
        return engines;
    }

    /** An engine as it is read. */
    private static final class EngineFields {
        static final List<String> NAMES = List.of("host", "threads", "power");

        String host = "";
        int threads;
        double power;

        void read(String name, JsonReader json) throws IOException {
            switch (name) {
                case "host" -> host = json.nextString();
                case "threads" -> threads = json.nextInt();
                default -> power = json.nextDouble();
            }
        }
    }

    static void write(JsonWriter json, List<RecordedWorkload.Engine> engines) throws IOException {
        json.name("engines").beginArray();
        for (RecordedWorkload.Engine engine : engines) {
            json.beginObject();
            json.name("host").value(engine.host());
            json.name("threads").value(engine.threads());
            json.name("power").value(engine.power());
            json.endObject();
        }
        json.endArray();
    }

    static void write(JsonWriter json, String name, long[] values) throws IOException {
        json.name(name);
        write(json, values);
    }

    static void write(JsonWriter json, long[] values) throws IOException {
        json.beginArray();
        for (long value : values) {
            json.value(value);
        }
        json.endArray();
    }
}
