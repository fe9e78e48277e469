package org.moide.coordinator.workload;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;

/**
 * Reads and writes recorded workers and their tasks as fields of a JSON file. If workers with consecutive IDs are
 * otherwise equal, one entry of the file stands for all of them, and its {@code count} says how many they are.
 */
final class WorkerFields implements WorkloadFile.ContentFields {
    static final String FORMAT = "moide-workers-1";

    private static final int MANY = 1_024;
    private static final int FEW = 4;

    /** The limit on the number of engines, or of neighbours, that the entry of a worker names. */
    private static final int MOST_NAMED = 10_000;

    private final List<WorkerWorkload.Worker> workers = new ArrayList<>();
    private final Map<WorkerRule, WorkerRule> rules = new HashMap<>(); // holds one instance of equal rules
    private long[] taskWorkers = {};
    private long[] causes = {};
    private long[] nanos = {};
    private long[] taskBytes = {};

    static void write(JsonWriter json, RecordedWorkers recorded) throws IOException {
        json.name("workers").beginArray();
        for (int first = 0; first < recorded.workers().size(); ) {
            int count = alike(recorded.workers(), first);
            write(json, recorded.workers().get(first), count);
            first += count;
        }
        json.endArray();
        WorkloadFile.write(json, "taskWorkers", recorded.taskWorkers());
        WorkloadFile.write(json, "causes", recorded.causes());
        WorkloadFile.write(json, "nanos", recorded.nanos());
        WorkloadFile.write(json, "taskBytes", recorded.taskBytes());
    }

    /** Returns how many workers, from index {@code first} on, are equal except for their IDs, which are consecutive. */
    private static int alike(List<WorkerWorkload.Worker> workers, int first) {
        WorkerWorkload.Worker model = workers.get(first);
        int count = 1;
        while (first + count < workers.size()
                && workers.get(first + count)
                        .equals(new WorkerWorkload.Worker(model.id() + count, model.rule(), model.stateBytes()))) {
            count++;
        }
        return count;
    }

    private static void write(JsonWriter json, WorkerWorkload.Worker worker, int count) throws IOException {
        WorkerRule rule = worker.rule();
        json.beginObject();
        json.name("id").value(worker.id());
        if (count > 1) {
            json.name("count").value(count);
        }
        json.name("stateBytes").value(worker.stateBytes());
        json.name("moves").value(rule.moves());
        write(
                json,
                "startOn",
                rule.startOn().stream().mapToLong(Integer::longValue).toArray());
        write(
                json,
                "moveTo",
                rule.moveTo().stream().mapToLong(Integer::longValue).toArray());
        write(
                json,
                "neighbours",
                rule.neighbours().stream().mapToLong(Long::longValue).toArray());
        if (!rule.weights().isEmpty()) {
            json.name("weights").beginObject();
            for (Map.Entry<Integer, Double> weight : new TreeMap<>(rule.weights()).entrySet()) {
                json.name(weight.getKey().toString()).value(weight.getValue());
            }
            json.endObject();
        }
        json.endObject();
    }

    private static void write(JsonWriter json, String name, long[] values) throws IOException {
        if (values.length > 0) {
            WorkloadFile.write(json, name, values);
        }
    }

    @Override
    public List<String> names() {
        return List.of("workers", "taskWorkers", "causes", "nanos", "taskBytes");
    }

    @Override
    public void read(String name, JsonReader json) throws IOException {
        switch (name) {
            case "workers" -> readWorkers(json);
            case "taskWorkers" -> taskWorkers = ofTasks(json);
            case "causes" -> causes = ofTasks(json);
            case "nanos" -> nanos = ofTasks(json);
            default -> taskBytes = ofTasks(json);
        }
    }

    private static long[] ofTasks(JsonReader json) throws IOException {
        return WorkloadFile.numbers(json, MANY, Workload.MOST_TASKS, "tasks");
    }

    private void readWorkers(JsonReader json) throws IOException {
        json.beginArray();
        while (json.hasNext()) {
            Alike one = new Alike();
            one.read(json);
            if (one.count < 1 || one.count > WorkerWorkload.MOST_WORKERS - workers.size()) {
                throw new IllegalArgumentException("expected from 1 to " + WorkerWorkload.MOST_WORKERS
                        + " workers in all, found a count of " + one.count + " for worker " + one.id + " after "
                        + workers.size());
            }
            WorkerRule rule;
            try {
                rule = one.rule();
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException("worker " + one.id + ": " + wrong.getMessage(), wrong);
            }
            WorkerRule kept = rules.computeIfAbsent(rule, first -> first);
            for (long number = 0; number < one.count; number++) {
                workers.add(new WorkerWorkload.Worker(one.id + number, kept, one.stateBytes));
            }
        }
        json.endArray();
    }

    @Override
    public RecordedWorkers content(Set<String> seen) {
        return new RecordedWorkers(
                workers, taskWorkers, narrow("cause", causes), nanos, narrow("length in bytes", taskBytes));
    }

    private static int[] narrow(String what, long[] wide) {
        return IntStream.range(0, wide.length)
                .map(task -> {
                    if (wide[task] != (int) wide[task]) {
                        throw new IllegalArgumentException("task " + task + ": expected a " + what + " of at most "
                                + Integer.MAX_VALUE + ", found " + wide[task]);
                    }
                    return (int) wide[task];
                })
                .toArray();
    }

    /** The fields of one entry of the file while it is read. An entry stands for one or several workers. */
    private static final class Alike {
        private static final List<String> NAMES =
                List.of("id", "count", "stateBytes", "moves", "startOn", "moveTo", "neighbours", "weights");

        private long id = -1;
        private long count = 1;
        private long stateBytes;
        private boolean moves = true;
        private List<Integer> startOn = List.of();
        private List<Integer> moveTo = List.of();
        private List<Long> neighbours = List.of();
        private final Map<Integer, Double> weights = new TreeMap<>();

        void read(JsonReader json) throws IOException {
            WorkloadFile.fields(json, NAMES, name -> {
                        switch (name) {
                            case "id" -> id = json.nextLong();
                            case "count" -> count = json.nextLong();
                            case "stateBytes" -> stateBytes = json.nextLong();
                            case "moves" -> moves = json.nextBoolean();
                            case "startOn" -> startOn = engines(json);
                            case "moveTo" -> moveTo = engines(json);
                            case "neighbours" ->
                                neighbours = Arrays.stream(
                                                WorkloadFile.numbers(json, FEW, MOST_NAMED, "neighbours of a worker"))
                                        .boxed()
                                        .toList();
                            default -> readWeights(json);
                        }
                    })
                    .requireKnown();
        }

        private static List<Integer> engines(JsonReader json) throws IOException {
            return Arrays.stream(WorkloadFile.numbers(json, FEW, MOST_NAMED, "engines for a worker"))
                    .mapToObj(engine -> (int) Math.max(-1, Math.min(Integer.MAX_VALUE, engine)))
                    .toList();
        }

        private void readWeights(JsonReader json) throws IOException {
            json.beginObject();
            while (json.hasNext()) {
                if (weights.size() == MOST_NAMED) {
                    throw new IllegalArgumentException(
                            "expected at most " + MOST_NAMED + " weights for worker " + id + ", found more");
                }
                int engine = Integer.parseInt(json.nextName());
                if (weights.put(engine, json.nextDouble()) != null) {
                    throw new IllegalArgumentException(
                            "worker " + id + ": expected one weight for engine " + engine + ", found another");
                }
            }
            json.endObject();
        }

        WorkerRule rule() {
            return new WorkerRule(startOn, moves, moveTo, neighbours, List.of(), List.of(), weights);
        }
    }
}
