package org.moide.coordinator.workload;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.moide.balance.data.TaskClass;
import org.moide.balance.workload.Workload;

/**
 * Reads and writes the tasks of a recorded bag as fields of a JSON file. Format 1 is for tasks without data objects;
 * format 2 adds the fields of {@link RecordedData}.
 */
final class TaskFields implements WorkloadFile.ContentFields {
    static final String FORMAT_1 = "moide-workload-1";
    static final String FORMAT_2 = "moide-workload-2";

    private static final List<String> OF_FORMAT_1 =
            List.of("taskBytes", "parents", "nanos", "foldedTasks", "foldedNanos");
    private static final List<String> OF_FORMAT_2 =
            List.of("place", "objects", "objectBytes", "classes", "taskClasses");
    private static final String AT_ROOT = "root";
    private static final String AT_MEMBERS = "members";
    private static final int MANY = 1_024;
    private static final int FEW = 2;

    private final String format;
    private int taskBytes = 100;
    private long[] parents = {};
    private long[] nanos = {};
    private long[] foldedTasks = {};
    private long[] foldedNanos = {};
    private String place = AT_ROOT;
    private long[] objects = {};
    private long[] objectBytes = {};
    private final List<TaskClass> classes = new ArrayList<>();
    private long[] taskClasses = {};

    TaskFields(String format) {
        this.format = format;
    }

    static String format(RecordedTasks tasks) {
        return tasks.data().isNone() ? FORMAT_1 : FORMAT_2;
    }

    /**
     * Writes all fields of the tasks except one: the caller writes the mean size of a task, which must come before the
     * engines.
     */
    static void write(JsonWriter json, RecordedTasks tasks) throws IOException {
        WorkloadFile.write(json, "parents", tasks.parents());
        WorkloadFile.write(json, "nanos", tasks.nanos());
        WorkloadFile.write(json, "foldedTasks", tasks.foldedTasks());
        WorkloadFile.write(json, "foldedNanos", tasks.foldedNanos());
        if (!tasks.data().isNone()) {
            write(json, tasks.data());
        }
    }

    private static void write(JsonWriter json, RecordedData data) throws IOException {
        json.name("place").value(data.atMembers() ? AT_MEMBERS : AT_ROOT);
        WorkloadFile.write(json, "objects", data.ids());
        WorkloadFile.write(json, "objectBytes", data.bytes());
        json.name("classes").beginArray();
        for (TaskClass reads : data.classes()) {
            WorkloadFile.write(json, reads.ids());
        }
        json.endArray();
        WorkloadFile.write(json, "taskClasses", data.taskClasses());
    }

    @Override
    public List<String> names() {
        return Stream.concat(OF_FORMAT_1.stream(), OF_FORMAT_2.stream()).toList();
    }

    @Override
    public void read(String name, JsonReader json) throws IOException {
        switch (name) {
            case "taskBytes" -> taskBytes = json.nextInt();
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
    }

    private void readClasses(JsonReader json) throws IOException {
        json.beginArray();
        while (json.hasNext()) {
            if (classes.size() == Workload.MOST_TASKS) {
                throw new IllegalArgumentException("expected at most " + Workload.MOST_TASKS + " classes, found more");
            }
            int index = classes.size();
            long[] ids = WorkloadFile.numbers(json, FEW, TaskClass.MOST_OBJECTS, "objects in class " + index);
            try {
                classes.add(new TaskClass(ids));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException("class " + index + ": " + wrong.getMessage(), wrong);
            }
        }
        json.endArray();
    }

    private static long[] numbers(JsonReader json) throws IOException {
        return WorkloadFile.numbers(json, MANY, Workload.MOST_TASKS, "tasks or objects");
    }

    @Override
    public RecordedTasks content(Set<String> seen) {
        boolean second = format.equals(FORMAT_2);
        for (String name : OF_FORMAT_2) {
            if (!second && seen.contains(name)) {
                throw new IllegalArgumentException("expected \"format\": \"" + FORMAT_2 + "\" where there is \"" + name
                        + "\", found \"" + format + "\"");
            }
        }
        int[] narrow = new int[parents.length];
        for (int task = 0; task < narrow.length; task++) {
            if (parents[task] < Workload.NO_PARENT || parents[task] >= narrow.length) {
                throw new IllegalArgumentException("task " + task + ": expected another task's number as parent, or "
                        + Workload.NO_PARENT + ", found " + parents[task]);
            }
            narrow[task] = (int) parents[task];
        }
        return new RecordedTasks(
                taskBytes, narrow, nanos, foldedTasks, foldedNanos, second ? data() : RecordedData.NONE);
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
