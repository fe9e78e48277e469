package org.moide.coordinator.workload;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.moide.balance.data.TaskClass;
import org.moide.balance.workload.Workload;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.text.WholeFile;

/**
 * Recorded workloads as JSON: one object, with the tasks as arrays of numbers, a task's number being its place. Format 2 is
 * that of tasks that read data objects; what it has besides format 1 is in {@link RecordedData}.
 */
public final class WorkloadFile {
    private static final String FORMAT_1 = "moide-workload-1";
    private static final String FORMAT_2 = "moide-workload-2";
    private static final String AT_ROOT = "root";
    private static final String AT_MEMBERS = "members";
    private static final int MANY = 1_024;
    private static final int FEW = 2;

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
            WorkloadJson.write(json, recorded.engines());
            WorkloadJson.write(
                    json,
                    "parents",
                    Arrays.stream(recorded.parents()).asLongStream().toArray());
            WorkloadJson.write(json, "nanos", recorded.nanos());
            WorkloadJson.write(json, "foldedTasks", recorded.foldedTasks());
            WorkloadJson.write(json, "foldedNanos", recorded.foldedNanos());
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
        WorkloadJson.write(json, "objects", data.ids());
        WorkloadJson.write(json, "objectBytes", data.bytes());
        json.name("classes").beginArray();
        for (TaskClass reads : data.classes()) {
            WorkloadJson.write(json, reads.ids());
        }
        json.endArray();
        WorkloadJson.write(
                json,
                "taskClasses",
                Arrays.stream(data.taskClasses()).asLongStream().toArray());
    }

    /**
     * Reads a file that {@code moide run --record-workload} wrote.
     *
     * @throws PlanException if it cannot be read, or is none
     */
    public static RecordedWorkload read(Path file) {
        return WorkloadJson.read(file, json -> {
            Fields fields = new Fields();
            fields.read(json);
            return fields.workload();
        });
    }

    /** A file as it is read. */
    private static final class Fields {
        private static final List<String> OF_FORMAT_1 = List.of(
                "format",
                "application",
                "threadPower",
                "taskBytes",
                "engines",
                "parents",
                "nanos",
                "foldedTasks",
                "foldedNanos");

        private static final List<String> OF_FORMAT_2 =
                List.of("place", "objects", "objectBytes", "classes", "taskClasses");

        private WorkloadJson.Found found = new WorkloadJson.Found(Set.of(), null);
        private String format = "";
        private String application = "";
        private double threadPower = 1;
        private int taskBytes = 100;
        private List<RecordedWorkload.Engine> engines = List.of();
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
            List<String> known = new ArrayList<>(OF_FORMAT_1);
            known.addAll(OF_FORMAT_2);
            found = WorkloadJson.onlyObject(json, known, name -> {
                switch (name) {
                    case "format" -> format = json.nextString();
                    case "application" -> application = json.nextString();
                    case "threadPower" -> threadPower = json.nextDouble();
                    case "taskBytes" -> taskBytes = json.nextInt();
                    case "engines" -> engines = WorkloadJson.engines(json);
                    case "parents" -> parents = numbers(json);
                    case "nanos" -> nanos = numbers(json);
                    case "foldedTasks" -> foldedTasks = numbers(json);
                    case "foldedNanos" -> foldedNanos = numbers(json);
                    case "place" -> place = json.nextString();
                    case "objects" -> objects = numbers(json);
                    case "objectBytes" -> objectBytes = numbers(json);
                    case "classes" -> readClasses(json);
                    default -> taskClasses = numbers(json);
                }
            });
        }

        private void readClasses(JsonReader json) throws IOException {
            json.beginArray();
            while (json.hasNext()) {
                if (classes.size() == Workload.MOST_TASKS) {
                    throw new IllegalArgumentException(
                            "expected at most " + Workload.MOST_TASKS + " classes, found more");
                }
                int index = classes.size();
                long[] ids = WorkloadJson.numbers(json, FEW, TaskClass.MOST_OBJECTS, "objects in class " + index);
                try {
                    classes.add(new TaskClass(ids));
                } catch (IllegalArgumentException wrong) {
                    throw new IllegalArgumentException("class " + index + ": " + wrong.getMessage(), wrong);
                }
            }
            json.endArray();
        }

        private static long[] numbers(JsonReader json) throws IOException {
            return WorkloadJson.numbers(json, MANY, Workload.MOST_TASKS, "tasks or objects");
        }

        RecordedWorkload workload() {
            boolean second = format.equals(FORMAT_2);
            if (!second && !format.equals(FORMAT_1)) {
                throw new IllegalArgumentException("expected \"format\": \"" + FORMAT_1 + "\" or \"" + FORMAT_2
                        + "\", found \"" + format + "\"; 'moide run --record-workload' writes such files");
            }
            found.requireKnown();
            for (String name : OF_FORMAT_2) {
                if (!second && found.seen().contains(name)) {
                    throw new IllegalArgumentException("expected \"format\": \"" + FORMAT_2 + "\" where there is \""
                            + name + "\", found \"" + format + "\"");
                }
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
