package org.moide.coordinator.workload;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.balance.data.TaskClass;
import org.moide.balance.workload.Workload;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.report.WholeFile;

/**
 * Recorded workloads as JSON: one object, with the tasks as arrays of numbers, a task's number being its place. Fields that
 * are not known are skipped. Format 2 is that of tasks that read data objects; what it has besides format 1 is in
 * {@link RecordedData}. No length is written down, so what is read takes no more memory than its text is worth.
 */
public final class WorkloadFile {
    private static final String FORMAT_1 = "moide-workload-1";
    private static final String FORMAT_2 = "moide-workload-2";
    private static final String AT_ROOT = "root";
    private static final String AT_MEMBERS = "members";
    private static final int MANY = 1_024;
    private static final int FEW = 2;
    private static final Pattern PLACE = Pattern.compile("at line (\\d+) column (\\d+)");

    private WorkloadFile() {}

    /**
     * Writes the file, as a whole or not at all.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(RecordedWorkload recorded, Path file) {
        WholeFile.write(text(recorded), file, "workload");
    }

    static String text(RecordedWorkload recorded) {
        StringWriter text = new StringWriter();
        try (JsonWriter json = new JsonWriter(text)) {
            json.setHtmlSafe(false);
            json.beginObject();
            json.name("format").value(recorded.data().isNone() ? FORMAT_1 : FORMAT_2);
            json.name("application").value(recorded.application());
            json.name("threadPower").value(recorded.threadPower());
            json.name("taskBytes").value(recorded.taskBytes());
            json.name("engines").beginArray();
            for (RecordedWorkload.Engine engine : recorded.engines()) {
                json.beginObject();
                json.name("host").value(engine.host());
                json.name("threads").value(engine.threads());
                json.name("power").value(engine.power());
                json.endObject();
            }
            json.endArray();
            write(
                    json,
                    "parents",
                    Arrays.stream(recorded.parents()).asLongStream().toArray());
            write(json, "nanos", recorded.nanos());
            write(json, "foldedTasks", recorded.foldedTasks());
            write(json, "foldedNanos", recorded.foldedNanos());
            if (!recorded.data().isNone()) {
                write(json, recorded.data());
            }
            json.endObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.append('\n').toString();
    }

    private static void write(JsonWriter json, RecordedData data) throws IOException {
        json.name("place").value(data.atMembers() ? AT_MEMBERS : AT_ROOT);
        write(json, "objects", data.ids());
        write(json, "objectBytes", data.bytes());
        json.name("classes").beginArray();
        for (TaskClass reads : data.classes()) {
            write(json, reads.ids());
        }
        json.endArray();
        write(
                json,
                "taskClasses",
                Arrays.stream(data.taskClasses()).asLongStream().toArray());
    }

    private static void write(JsonWriter json, String name, long[] values) throws IOException {
        json.name(name);
        write(json, values);
    }

    private static void write(JsonWriter json, long[] values) throws IOException {
        json.beginArray();
        for (long value : values) {
            json.value(value);
        }
        json.endArray();
    }

    /**
     * Reads a file that {@code moide run --record-workload} wrote.
     *
     * @throws PlanException if it cannot be read, or is none
     */
    public static RecordedWorkload read(Path file) {
        Fields fields = new Fields();
        try (BufferedReader in = Files.newBufferedReader(file);
                JsonReader json = new JsonReader(in)) {
            fields.read(json);
            return fields.workload();
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

    /** A file as it is read. */
    private static final class Fields {
        private String format = "";
        private String application = "";
        private double threadPower = 1;
        private int taskBytes = 100;
        private final List<RecordedWorkload.Engine> engines = new ArrayList<>();
        private long[] parents = {};
        private long[] nanos = {};
        private long[] foldedTasks = {};
        private long[] foldedNanos = {};
        private String place = AT_ROOT;
        private long[] objects = {};
        private long[] objectBytes = {};
        private final List<TaskClass> classes = new ArrayList<>();
        private long[] taskClasses = {};

        void read(JsonReader json) throws IOException {
            json.beginObject();
            while (json.hasNext()) {
                switch (json.nextName()) {
                    case "format" -> format = json.nextString();
                    case "application" -> application = json.nextString();
                    case "threadPower" -> threadPower = json.nextDouble();
                    case "taskBytes" -> taskBytes = json.nextInt();
                    case "engines" -> readEngines(json);
                    case "parents" -> parents = numbers(json);
                    case "nanos" -> nanos = numbers(json);
                    case "foldedTasks" -> foldedTasks = numbers(json);
                    case "foldedNanos" -> foldedNanos = numbers(json);
                    case "place" -> place = json.nextString();
                    case "objects" -> objects = numbers(json);
                    case "objectBytes" -> objectBytes = numbers(json);
                    case "classes" -> readClasses(json);
                    case "taskClasses" -> taskClasses = numbers(json);
                    default -> json.skipValue();
                }
            }
            json.endObject();
        }

        private void readEngines(JsonReader json) throws IOException {
            json.beginArray();
            while (json.hasNext()) {
                String host = "";
                int threads = 0;
                double power = 0;
                json.beginObject();
                while (json.hasNext()) {
                    switch (json.nextName()) {
                        case "host" -> host = json.nextString();
                        case "threads" -> threads = json.nextInt();
                        case "power" -> power = json.nextDouble();
                        default -> json.skipValue();
                    }
                }
                json.endObject();
                engines.add(new RecordedWorkload.Engine(host, threads, power));
            }
            json.endArray();
        }

        private void readClasses(JsonReader json) throws IOException {
            json.beginArray();
            while (json.hasNext()) {
                if (classes.size() == Workload.MOST_TASKS) {
                    throw new IllegalArgumentException(
                            "expected at most " + Workload.MOST_TASKS + " classes, found more");
                }
                int index = classes.size();
                long[] ids = numbers(json, FEW, TaskClass.MOST_OBJECTS, "objects in class " + index);
                try {
                    classes.add(new TaskClass(ids));
                } catch (IllegalArgumentException wrong) {
                    throw new IllegalArgumentException("class " + index + ": " + wrong.getMessage(), wrong);
                }
            }
            json.endArray();
        }

        private static long[] numbers(JsonReader json) throws IOException {
            return numbers(json, MANY, Workload.MOST_TASKS, "tasks or objects");
        }

        private static long[] numbers(JsonReader json, int first, int most, String what) throws IOException {
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

        RecordedWorkload workload() {
            boolean second = format.equals(FORMAT_2);
            if (!second && !format.equals(FORMAT_1)) {
                throw new IllegalArgumentException("expected \"format\": \"" + FORMAT_1 + "\" or \"" + FORMAT_2
                        + "\", found \"" + format + "\"; 'moide run --record-workload' writes such files");
            }
            int[] narrow = new int[parents.length];
            for (int task = 0; task < narrow.length; task++) {
                if (parents[task] < Workload.NO_PARENT || parents[task] >= narrow.length) {
                    throw new IllegalArgumentException("task " + task
                            + ": expected another task's number as parent, or " + Workload.NO_PARENT + ", found "
                            + parents[task]);
                }
                narrow[task] = (int) parents[task];
            }
            return new RecordedWorkload(
                    application,
                    threadPower,
                    taskBytes,
                    engines,
                    narrow,
                    nanos,
                    foldedTasks,
                    foldedNanos,
                    second ? data() : RecordedData.NONE);
        }

        private RecordedData data() {
            if (!place.equals(AT_ROOT) && !place.equals(AT_MEMBERS)) {
                throw new IllegalArgumentException(
                        "expected \"place\": \"" + AT_ROOT + "\" or \"" + AT_MEMBERS + "\", found \"" + place + "\"");
            }
            int[] narrow = new int[taskClasses.length];
            for (int task = 0; task < narrow.length; task++) {
                if (taskClasses[task] < RecordedData.READS_NOTHING || taskClasses[task] >= classes.size()) {
                    throw new IllegalArgumentException("task " + task + ": expected the number of one of "
                            + classes.size() + " classes, or " + RecordedData.READS_NOTHING + ", found "
                            + taskClasses[task]);
                }
                narrow[task] = (int) taskClasses[task];
            }
            return new RecordedData(objects, objectBytes, classes, narrow, place.equals(AT_MEMBERS));
        }
    }
}
