package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.WorkerApplication;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Utterance;
import org.moide.engine.control.WorkersNow;

/**
 * A run on the engines of an {@link EngineRig}, until all have finished or one has failed. The test gives the commands
 * and takes the reports; there is no coordinator.
 */
public final class EngineRun {
    private static final long FIRST = 1;

    private final Supplier<? extends Program> programs;
    private final int[] threads;
    private @Nullable String workers;
    private TaskSettings tasks = TaskSettings.DEFAULT;
    private NamedFiles files = NamedFiles.NONE;
    private ObjectCodec codec = new StreamCodec(EngineRun.class.getClassLoader());
    private List<EngineHost> hosts = List.of();
    private double checkpointShare = 1;
    private final List<Serializable> bag = new ArrayList<>();
    private final List<EngineCommand> first = new ArrayList<>();
    private final Queue<Change> changes = new ArrayDeque<>();
    private final SortedMap<Integer, Integer> present = new TreeMap<>(); // the number of threads of each engine
    private final Map<Long, Integer> ids = new HashMap<>(); // by registration
    private long registration = FIRST;
    private @Nullable Change changing;
    private final Set<Integer> leaving = new HashSet<>();

    public final Map<String, Object> results = new ConcurrentHashMap<>();
    public final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    /** Bytes that were sent to the program that started the run. */
    public final List<byte[]> payloads = new ArrayList<>();
    /** Failed attempts of tasks of a bag, and tasks that were given up. */
    public final List<FailedTask> triedAgain = new ArrayList<>();

    public final List<FailedTask> givenUp = new ArrayList<>();

    public final Set<Integer> left = new HashSet<>();

    private final Map<Integer, WorkersNow> workersNow = new ConcurrentHashMap<>();
    private final Map<Integer, EngineStatistics> finished = new HashMap<>();
    private final Map<CheckpointName, Set<Integer>> stored = new HashMap<>();
    private final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());

    /** A change of engines during the run. Changes are made one after the other. */
    private record Change(BooleanSupplier due, Step step, Runnable then) {}

    private interface Step {
        void make(EngineRig rig) throws Exception;
    }

    private EngineRun(Supplier<? extends Program> programs, int... threads) {
        this.programs = programs;
        this.threads = threads;
    }

    /** Creates a run of an application, with one engine for each number of threads. */
    public static EngineRun of(Supplier<? extends Program> programs, int... threads) {
        return new EngineRun(programs, threads);
    }

    /** Creates a run of a worker application whose workers do not move. One object serves all engines. */
    public static EngineRun of(WorkerApplication<?, ?, ?> application, int... threads) {
        return new EngineRun(() -> application, threads).workers("none");
    }

    /** Sets the strategy for workers. */
    public EngineRun workers(String strategy) {
        workers = strategy;
        return this;
    }

    public EngineRun with(TaskSettings settings) {
        tasks = settings;
        return this;
    }

    /** Sets the files of {@code --files}. */
    public EngineRun with(NamedFiles named) {
        files = named;
        return this;
    }

    /** Sets the codec of the application's objects. */
    public EngineRun codec(ObjectCodec other) {
        codec = other;
        return this;
    }

    /** Sets the hosts of the engines. */
    public EngineRun at(EngineHost... ofEngines) {
        hosts = List.of(ofEngines);
        return this;
    }

    /** Sets the fraction of the time that checkpoints may take. By default every checkpoint is stored. */
    public EngineRun keeping(double share) {
        checkpointShare = share;
        return this;
    }

    /** Puts these tasks into the bag, instead of {@code createTasks}. */
    public EngineRun tasks(List<? extends Serializable> put) {
        bag.addAll(put);
        return this;
    }

    /**
     * Lets an engine leave during the run, while the workers of the other engines continue.
     *
     * @param due the engine is told to leave when this holds; checked after each report
     * @param then called when the first engine has reported that the engine has left
     */
    public EngineRun leaving(int engine, BooleanSupplier due, Runnable then) {
        changes.add(new Change(due, rig -> leave(rig, engine), then));
        return this;
    }

    /**
     * Lets an engine join during the run, while the workers of the other engines continue.
     *
     * @param due the engine is made when this holds; checked after each report
     * @param then called when the first engine has reported that the engine has joined
     */
    public EngineRun joining(int itsThreads, BooleanSupplier due, Runnable then) {
        changes.add(new Change(due, rig -> join(rig, itsThreads), then));
        return this;
    }

    /** Sends this command to all engines after they have started, before they have a task. */
    public EngineRun told(EngineCommand command) {
        first.add(command);
        return this;
    }

    /** Runs the application. Returns the failure; null if the run has completed. */
    public EngineReport.@Nullable Failed run(String... arguments) throws Exception {
        int[] seats = IntStream.range(0, threads.length).toArray();
        IntStream.of(seats).forEach(seat -> present.put(seat, threads[seat]));
        ids.put(FIRST, IntStream.of(threads).sum());
        try (EngineRig rig = new EngineRig(programs::get)) {
            rig.arguments(arguments).files(files).codec(codec).at(hosts).checkpointShare(checkpointShare);
            rig.tasks = tasks;
            if (workers != null) {
                rig.workers(StrategySpec.of(workers));
            }
            for (int seat : seats) {
                rig.engine(seat);
            }
            RigRoot root = bag.isEmpty() ? null : new RigRoot(rig, codec, tasks.failures(), threads, this);
            rig.start(FIRST, threads, null, root != null, seats);
            first.forEach(rig::tellAll);
            if (root != null) {
                root.begin(bag);
            }
            EngineReport.Failed failed = null;
            while (failed == null && !isOver()) {
                assertThat(rig.faults).isEmpty();
                EngineRig.From next = rig.next(root == null ? Long.MAX_VALUE : root.nextTickNanos());
                if (root != null) {
                    failed = root.step(next);
                }
                if (next != null && failed == null) {
                    failed = heard(rig, next);
                }
                if (changing == null
                        && !changes.isEmpty()
                        && changes.element().due().getAsBoolean()) {
                    changing = changes.remove();
                    changing.step().make(rig);
                }
            }
            if (failed == null && root != null) {
                root.handleResults((TaskApplication<?, ?>) programs.get());
            }
            rig.tellAll(new EngineCommand.Cease(failed == null ? "the end" : failed.headline(), failed == null));
            faults.addAll(rig.faults);
            return failed;
        }
    }

    private EngineReport.@Nullable Failed heard(EngineRig rig, EngineRig.From from) {
        if (from.report() instanceof EngineReport.Failed failed) {
            return failed;
        }
        if (from.report() instanceof EngineReport.Finished done) {
            finished.put(from.seat(), done.statistics());
        } else if (from.report() instanceof EngineReport.Beat beat) {
            workersNow.put(from.seat(), beat.workers());
        } else if (from.report() instanceof EngineReport.CheckpointStored part) {
            commit(rig, part);
        } else if (from.report() instanceof EngineReport.Joined joined) {
            rig.keepAtBuddies(joined.epoch(), seats());
            Objects.requireNonNull(changing, "told to").then().run();
            changing = null;
        } else if (from.report() instanceof EngineReport.Left) {
            left.add(from.seat());
            rig.tell(from.seat(), new EngineCommand.Cease("it has left", true));
            rig.kill(from.seat());
        } else if (from.report() instanceof EngineReport.Said said) {
            heard(said.utterance());
        }
        return null;
    }

    private boolean isOver() {
        return finished.keySet().containsAll(present.keySet()) && left.containsAll(leaving);
    }

    private int[] seats() {
        return present.keySet().stream().mapToInt(seat -> seat).toArray();
    }

    private int[] threads() {
        return present.values().stream().mapToInt(count -> count).toArray();
    }

    private void leave(EngineRig rig, int engine) throws Exception {
        present.remove(engine);
        leaving.add(engine);
        registration++;
        ids.put(registration, IntStream.of(threads()).sum());
        rig.leave(engine, registration, threads(), seats());
    }

    private void join(EngineRig rig, int itsThreads) throws Exception {
        int[] others = seats();
        int newcomer = present.lastKey() + 1;
        present.put(newcomer, itsThreads);
        registration++;
        ids.put(registration, IntStream.of(threads()).sum());
        rig.join(newcomer, FIRST, registration, threads(), others);
    }

    /** Commits a checkpoint when the states of all IDs are stored. */
    private void commit(EngineRig rig, EngineReport.CheckpointStored part) {
        Set<Integer> there = stored.computeIfAbsent(part.checkpoint(), unseen -> new HashSet<>());
        IntStream.range(part.firstId(), part.firstId() + part.ids()).forEach(there::add);
        if (there.size() == ids.getOrDefault(part.checkpoint().epoch(), 0)) {
            rig.tellAll(new EngineCommand.CheckpointCommitted(part.checkpoint(), List.of()));
        }
    }

    void heard(Utterance utterance) {
        if (utterance instanceof Utterance.Result result) {
            results.put(result.name(), result.value());
        } else if (utterance instanceof Utterance.Line line) {
            lines.add(line.text());
        } else if (utterance instanceof Utterance.Payload payload) {
            payloads.add(payload.bytes());
        }
    }

    /** Runs the application to its end, and returns its results. */
    public Map<String, Object> complete(String... arguments) throws Exception {
        EngineReport.Failed failed = run(arguments);
        assertThat(failed).isNull();
        assertThat(faults).isEmpty();
        return results;
    }

    /** Runs the application until it fails, and returns the first line of the failure. */
    public String failure() throws Exception {
        EngineReport.Failed failed = run();
        assertThat(failed).as(results + "").isNotNull();
        assertThat(faults).isEmpty();
        String headline = Objects.requireNonNull(failed).headline();
        assertThat(headline.lines()).as(headline).hasSizeLessThanOrEqualTo(2);
        return headline;
    }

    /** Returns the state of an engine's workers at its last heartbeat. Any thread, during the run. */
    public WorkersNow workersNow(int engine) {
        return workersNow.getOrDefault(engine, WorkersNow.NONE);
    }

    /** Returns the statistics of a compute thread. Valid after the run has completed. */
    public EngineStatistics.ThreadStatistics thread(int engine, int thread) {
        return Objects.requireNonNull(finished.get(engine), "of an engine that has finished")
                .threads()
                .get(thread);
    }
}
