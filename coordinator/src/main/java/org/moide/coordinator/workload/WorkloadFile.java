package org.moide.coordinator.workload;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
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
import org.moide.coordinator.text.WholeFile;

/**
 * Reads and writes the file of a recorded workload. The file is one JSON object, in which the tasks are arrays of
 * numbers; a task's index is its number. This class handles the fields that all formats have, {@link TaskFields} those
 * of a bag and {@link WorkerFields} those of workers. The file contains no lengths of arrays, so a damaged file cannot
 * make the reader reserve more memory than the text of the file needs.
 */
public final class WorkloadFile {
    private static final String FORMAT = "format";
    private static final List<String> COMMON = List.of(FORMAT, "application", "threadPower", "engines");
    private static final Pattern PLACE = Pattern.compile("at line (\\d+) column (\\d+)");

    /** The greatest number of engines in a file. No run has more. */
    private static final int MOST_ENGINES = 100_000;

    private WorkloadFile() {}

    // --- writing --------------------------------------------------------------------------------------------------

    /**
     * Writes the file as a whole or not at all.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public static void write(RecordedWorkload recorded, Path file) {
        WholeFile.write(text(recorded), file, "workload");
    }

    private static String text(RecordedWorkload recorded) {
        StringWriter text = new StringWriter();
        try (JsonWriter json = new JsonWriter(text)) {
            json.setHtmlSafe(false);
            json.beginObject();
            if (recorded.content() instanceof RecordedTasks tasks) {
                writeOrigin(json, TaskFields.format(tasks), recorded);
                json.name("taskBytes").value(tasks.taskBytes());
                write(json, recorded.engines());
                TaskFields.write(json, tasks);
            } else {
                writeOrigin(json, WorkerFields.FORMAT, recorded);
                write(json, recorded.engines());
                WorkerFields.write(json, recorded.workers());
            }
            json.endObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.append('\n').toString();
    }

    private static void writeOrigin(JsonWriter json, String format, RecordedWorkload recorded) throws IOException {
        json.name(FORMAT).value(format);
        json.name("application").value(recorded.application());
        json.name("threadPower").value(recorded.threadPower());
    }

    private static void write(JsonWriter json, List<RecordedWorkload.Engine> engines) throws IOException {
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

    // --- reading --------------------------------------------------------------------------------------------------

    /** Collects the fields of a bag of tasks, or those of workers, while a file is read. */
    interface ContentFields {
        /** Returns the names of the fields that are collected. */
        List<String> names();

        void read(String name, JsonReader json) throws IOException;

        /**
         * Returns the content after all fields were read.
         *
         * @param seen the names of the fields that the file had
         * @throws IllegalArgumentException if fields are missing or contradict each other
         */
        RecordedWorkload.Content content(Set<String> seen);
    }

    /**
     * Reads a file that {@code moide run --record-workload} wrote.
     *
     * @throws PlanException if the file cannot be read, or is no recorded workload
     */
    public static RecordedWorkload read(Path file) {
        String format = read(file, WorkloadFile::format);
        return read(file, json -> workload(json, fields(format)));
    }

    /** Reads a value from the JSON of a file. */
    @FunctionalInterface
    private interface Reading<T> {
        T read(JsonReader json) throws IOException;
    }

    private static <T> T read(Path file, Reading<T> content) {
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

    /**
     * Returns where in the file a syntax error is, as line and column for the user. Other words of the exception's
     * message are left out, since they are about the JSON library.
     */
    private static String place(Exception malformed) {
        Matcher place = PLACE.matcher(String.valueOf(malformed.getMessage()));
        return place.find() ? ", line " + place.group(1) + ", column " + place.group(2) : "";
    }

    /** Returns the format that a file names; an empty text if it names none. */
    private static String format(JsonReader json) throws IOException {
        json.beginObject();
        while (json.hasNext()) {
            if (json.nextName().equals(FORMAT) && json.peek() == JsonToken.STRING) {
                return json.nextString();
            }
            json.skipValue();
        }
        return "";
    }

    private static ContentFields fields(String format) {
        return switch (format) {
            case TaskFields.FORMAT_1, TaskFields.FORMAT_2 -> new TaskFields(format);
            case WorkerFields.FORMAT -> new WorkerFields();
            default ->
                throw new IllegalArgumentException("expected \"format\": \"" + TaskFields.FORMAT_1 + "\", \""
                        + TaskFields.FORMAT_2 + "\" or \"" + WorkerFields.FORMAT + "\", found \"" + format
                        + "\"; 'moide run --record-workload' writes such files");
        };
    }

    /** Reads the file's only object; no text may follow it. */
    private static RecordedWorkload workload(JsonReader json, ContentFields content) throws IOException {
        List<String> known = new ArrayList<>(COMMON);
        known.addAll(content.names());
        Origin origin = new Origin();
        Found found = fields(json, known, name -> {
            switch (name) {
                case FORMAT -> json.skipValue(); // was read before
                case "application" -> origin.application = json.nextString();
                case "threadPower" -> origin.threadPower = json.nextDouble();
                case "engines" -> origin.engines = engines(json);
                default -> content.read(name, json);
            }
        });
        if (json.peek() != JsonToken.END_DOCUMENT) {
            throw new MalformedJsonException("something else follows");
        }
        found.requireKnown();
        return new RecordedWorkload(
                origin.application, origin.threadPower, origin.engines, content.content(found.seen()));
    }

    /** Collects the fields about the run itself while the file is read. */
    private static final class Origin {
        private String application = "";
        private double threadPower = 1;
        private List<RecordedWorkload.Engine> engines = List.of();
    }

    private static List<RecordedWorkload.Engine> engines(JsonReader json) throws IOException {
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

    /** Collects the fields of one engine while the file is read. */
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

    // --- for all kinds of content ---------------------------------------------------------------------------------

    /** Reads the value of the field with this name. */
    @FunctionalInterface
    interface Field {
        void read(String name) throws IOException;
    }

    /**
     * The result of reading a JSON object.
     *
     * @param seen the names of its fields, as far as they are known
     * @param unknown the error about its first unknown field; null if it has none
     */
    record Found(Set<String> seen, @Nullable IllegalArgumentException unknown) {
        /**
         * Throws an exception if the object has an unknown field. Such a field would have no effect, so it is probably
         * an error.
         *
         * @throws IllegalArgumentException if it has one
         */
        void requireKnown() {
            if (unknown != null) {
                throw unknown;
            }
        }
    }

    /**
     * Reads a JSON object field by field.
     *
     * @param known the names of the known fields; unknown fields are skipped, and {@link Found#requireKnown}
     *     reports them
     * @throws IllegalArgumentException if a field occurs twice; the message says where
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

    static void write(JsonWriter json, String name, int[] values) throws IOException {
        write(json, name, Arrays.stream(values).asLongStream().toArray());
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
