package org.moide.engine.core;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.InitialTask;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.MovableTasks;
import org.moide.balance.pool.PooledTask;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.ProcessorClock;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.engine.Application;
import org.moide.engine.EpochEndedError;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskRepository;
import org.moide.engine.WorkerApplication;
import org.moide.engine.bag.BagThread;
import org.moide.engine.bag.MergeCheck;
import org.moide.engine.bag.OwnBag;
import org.moide.engine.bag.OwnRepository;
import org.moide.engine.bag.ProgramCalls;
import org.moide.engine.bag.TaskFeed;
import org.moide.engine.bag.TaskTimes;
import org.moide.engine.compute.EngineView;
import org.moide.engine.compute.FailureReports;
import org.moide.engine.compute.GrowingComm;
import org.moide.engine.compute.Interrupts;
import org.moide.engine.compute.SharedObjects;
import org.moide.engine.compute.Voice;
import org.moide.engine.control.BrokenRuleException;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.control.Processes;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.ThreadTime;
import org.moide.engine.control.Utterance;
import org.moide.engine.control.WorkerSettings;
import org.moide.engine.control.WorkerStatistics;
import org.moide.engine.control.WorkersNow;
import org.moide.engine.spmd.EpochCheckpoints;
import org.moide.engine.spmd.SpmdThread;
import org.moide.engine.worker.WorkerThreads;

/**
 * The compute threads of one engine in one epoch. They run the application. No other threads of the engine do so,
 * except communication threads when they call message handlers.
 *
 * <p>Concurrency: {@code prepared}, {@code failed} and {@code left} are volatile and never reset; each thread writes
 * its row of statistics before it counts itself as ended.
 */
final class ComputeThreads {
    private static final long NOT_STARTED = Long.MIN_VALUE;

    /**
     * How often a task is asked for its name, at most. It may fail to answer because the machine is busy, but each
     * failure costs a second and an abandoned thread.
     */
    private static final int MOST_ASKED = 3;

    /** Name, in statistics, of waits for shared objects and for room to send written objects. */
    private static final String DATA = "data objects";

    private final EngineView engine;
    private final ProgramSource programs;
    private final Application.@Nullable Mode mode;
    private final boolean verifyMerge;
    private final WorkerThreads workers;
    private final TaskFeed feed;
    private final GrowingComm comms;
    private final EpochCheckpoints checkpoints;
    private final SharedObjects shared;
    private final Listener listener;
    private final Signal preparation;
    private final Interrupts interrupts = new Interrupts();
    private final TaskTimes taskTimes;
    private final AtomicReferenceArray<BagThread<?, ?>> bags; // each thread sets its own entry
    private TaskNow lastNamed = new TaskNow(0, "", 0); // this field and the next belong to the control thread
    private long lastNumber;
    private int asked;
    private final Team team;
    private final Queue<Serializable> subtasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger running;
    private final List<Thread> threads = new ArrayList<>();
    private final ThreadStatistics[] statistics;
    /** The time at which each thread began, for displays of the run. */
    private final AtomicLongArray begunNanos;

    /**
     * The time that each thread of a bag has spent in preparation, which counts neither as computing nor as waiting.
     */
    private final long[] idleNanos;
    /** The context of each thread in an SPMD or worker application; null in a bag. */
    private final @Nullable SpmdThread[] spmd;

    private volatile boolean prepared;
    private volatile boolean failed;
    private volatile boolean left;

    /**
     * Creates the threads. {@link #start} starts them.
     *
     * @param mode overrides the application's own mode if not null
     * @param verifyMerge whether a bag's {@code merge} is checked by samples
     * @param taskNanos the time limit of a bag's task; 0 for none
     * @param workers the settings for workers; null if the application has none
     * @param shared the IDs of the shared data objects, by name
     * @param calls knows which calls of an executor were cancelled
     */
    public ComputeThreads(
            EngineView engine,
            ProgramSource programs,
            Application.@Nullable Mode mode,
            boolean verifyMerge,
            long taskNanos,
            @Nullable WorkerSettings workers,
            TaskFeed feed,
            GrowingComm comms,
            EpochCheckpoints checkpoints,
            Map<String, Long> shared,
            ProgramCalls calls,
            Listener listener,
            Signal.Factory signals,
            Surroundings around) {
        this.engine = engine;
        this.programs = programs;
        this.mode = mode;
        this.verifyMerge = verifyMerge;
        this.feed = feed;
        this.comms = comms;
        this.checkpoints = checkpoints;
        this.shared = new SharedObjects(shared, engine.files(), feed::shared, interrupts);
        this.listener = listener;
        this.workers = new WorkerThreads(
                workers, engine, comms, checkpoints, this.shared, listener::said, listener::joined, interrupts, around);
        this.preparation = signals.create();
        int count = engine.self().threads();
        this.running = new AtomicInteger(count);
        this.taskTimes = new TaskTimes(
                count, taskNanos, thread -> threads.get(thread).interrupt(), this::passBarrier, interrupts);
        this.bags = new AtomicReferenceArray<>(count);
        this.statistics = new ThreadStatistics[count];
        this.idleNanos = new long[count];
        this.begunNanos = new AtomicLongArray(count);
        for (int index = 0; index < count; index++) {
            begunNanos.set(index, NOT_STARTED);
        }
        this.spmd = new SpmdThread[count];
        this.team = new Team(
                new OwnBag.Means(engine.codec(), voice(0), calls, feed::shared, around, "engine-" + engine.engine()));
        for (int index = 0; index < count; index++) {
            int thread = index;
            Thread made = around.threads().newThread(() -> compute(thread));
            made.setName(engine.threadName(thread));
            threads.add(made);
        }
    }

    /** Takes events of the compute threads. Called on these threads. */
    public interface Listener {
        /** Takes a call of {@link org.moide.engine.Report} by the application. Blocks while too many are in transit. */
        void said(int id, long number, Utterance utterance) throws InterruptedException;

        /** Takes the failure of a thread in which the application threw. */
        void failed(EngineReport.Failed failure);

        /** Takes the failure of a thread that left because another engine does not answer, or not in this epoch. */
        void released(EngineReport.Failed failure);

        /**
         * Notes, on engine 0, that the workers include all engines of the registration (table of engines) with this
         * number. Any thread.
         */
        void joined(long epoch);

        /**
         * Notes that all threads have ended. Called once, by the last thread, unless the application threw.
         *
         * @param left whether some threads have left before they had returned from the application
         */
        void allEnded(List<ThreadStatistics> statistics, boolean left);
    }

    public void start() {
        threads.forEach(Thread::start);
    }

    /** Makes a newcomer, the last of these processes, reachable for workers. Any thread. */
    public void reach(Processes next) {
        workers.reach(next, comms.of(next.registration().epoch()));
    }

    /**
     * Lets the engine leave a worker application. The engines of the registration (table of engines) with this number
     * continue. Any thread.
     */
    public void leave(long epoch) {
        workers.leave(epoch);
    }

    /** Returns the source line of the application that a thread is executing; empty if it is in none. Any thread. */
    public String line(int index) {
        return UserLine.of(threads.get(index).getStackTrace());
    }

    /**
     * Checks the times of a bag's tasks, and interrupts those that exceed the limit.
     *
     * @return a task that was interrupted and did not end in time; null if there is none
     */
    public @Nullable TaskNow lookAtTasks(long nowNanos) {
        taskTimes.look(nowNanos);
        return named(taskTimes.deaf());
    }

    /**
     * Interrupts running tasks whose loans are void, because nobody takes their results. Calls of an executor continue:
     * their answers are sent before their loans end.
     */
    public void endUnwanted(long nowNanos) {
        for (TaskTimes.Running running : taskTimes.marked()) {
            BagThread<?, ?> bag = bags.get(running.thread());
            PooledTask task = bag == null || bag.runsCalls() ? null : bag.current();
            if (task != null && task.account().isVoided()) {
                taskTimes.endUnwanted(running, nowNanos);
            }
        }
    }

    /**
     * Makes a running thread pass a memory barrier, so that the earlier writes of both threads are visible to each
     * other. To read a thread's stack the JVM stops the thread for a moment, which has this effect. The JDK does not
     * promise the effect; the time between two checks is a further safeguard.
     */
    private void passBarrier(int thread) {
        threads.get(thread).getStackTrace();
    }

    /**
     * Returns the running tasks of a bag that can be moved to another loan, as of the last check. Called by the control
     * thread.
     */
    public MovableTasks movable() {
        return new Movable();
    }

    private final class Movable implements MovableTasks {
        private final Map<PooledTask, TaskTimes.Running> found = new LinkedHashMap<>();

        @Override
        public List<PooledTask> of(LoanAccount account) {
            for (TaskTimes.Running running : taskTimes.marked()) {
                BagThread<?, ?> bag = bags.get(running.thread());
                PooledTask task = bag == null ? null : bag.current();
                if (task != null && task.account() == account && mayBeginElsewhere(task)) {
                    found.put(task, running);
                }
            }
            return List.copyOf(found.keySet());
        }

        /**
         * Returns whether another engine may run a second copy of a task. It may not if the task does a part of the
         * initial work, which prepares its own engine, if it may have killed an engine before, or if its limits say so.
         */
        private boolean mayBeginElsewhere(PooledTask task) {
            return task.encoded()
                    && InitialTask.in((byte[]) task.task()) == null
                    && !RetriedTask.isSuspect((byte[]) task.task())
                    && !TaskHead.limitsIn((byte[]) task.task()).single();
        }

        @Override
        public boolean move(PooledTask task, PooledTask as) {
            TaskTimes.Running running = found.get(task);
            return running != null && taskTimes.move(running, as);
        }
    }

    /**
     * Returns the task of a bag that has been running for longest, as of the last check; null if none has been running
     * for long.
     */
    public @Nullable TaskNow longestTask() {
        TaskTimes.Running longest = taskTimes.longest();
        return longest == null || longest.nanos() < TaskNow.LONG_NANOS ? null : named(longest);
    }

    /** Returns a task with its name. The task is asked for its name until it answers, a few times at most. */
    private @Nullable TaskNow named(TaskTimes.@Nullable Running running) {
        if (running == null) {
            return null;
        }
        int thread = running.thread();
        boolean same = lastNamed.thread() == thread && lastNumber == running.number();
        asked = same ? asked : 0;
        String name = same ? lastNamed.name() : "";
        BagThread<?, ?> bag = bags.get(thread);
        if (name.isEmpty() && asked < MOST_ASKED && bag != null) {
            asked++;
            name = bag.name();
        }
        lastNumber = running.number();
        lastNamed = new TaskNow(thread, name, running.nanos());
        return lastNamed;
    }

    /** Returns the text that follows the name of a thread's task that exceeded its limit. */
    public String taskLimit(int thread) {
        return taskTimes.limit(thread);
    }

    /** Gives up the call that a thread runs, by {@link BagThread#givesUp}; returns false if it runs none. */
    boolean givesUp(int thread, String why) {
        BagThread<?, ?> bag = bags.get(thread);
        return bag != null && bag.givesUp(why);
    }

    /** Returns the current state of the workers; {@link WorkersNow#NONE} if there are none. Any thread. */
    public WorkersNow workersNow() {
        return workers.now();
    }

    /**
     * Returns the recorded workload of workers; empty if it is not recorded. Called after all threads have returned.
     */
    public List<EngineReport.Recorded> recordedWorkers() {
        return workers.recorded();
    }

    /**
     * Returns what the workers have done in this epoch; {@link WorkerStatistics#NONE} if there are none. Any thread.
     */
    public WorkerStatistics workerStatistics() {
        return workers.statistics();
    }

    /**
     * Releases the threads, because the run or epoch is over. Waiting threads are interrupted, and later exceptions are
     * no failures.
     */
    public void cease() {
        interrupts.end();
        preparation.raise();
        threads.forEach(Thread::interrupt);
        workers.end();
        team.ends();
    }

    /**
     * Waits for all threads to end.
     *
     * @param millis the time limit for each thread
     * @return false if some threads are still in the application then
     */
    public boolean join(long millis) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(millis);
            if (thread.isAlive()) {
                return false;
            }
        }
        return true;
    }

    private void compute(int index) {
        long start = engine.ticker().nanoTime();
        ProcessorClock.Spent before = engine.processors().ofThisThread();
        begunNanos.set(index, start);
        CommCounters counters = comms.newest().counters(index);
        counters.begins();
        try {
            Program program = team.programOf(index);
            engine.enter();
            if (!(program instanceof TaskApplication<?, ?>)) {
                idleNanos[index] = engine.ticker().nanoTime() - start; // the time for loading classes
            }
            if (program instanceof Application application) {
                runSpmd(index, application);
            } else if (program instanceof TaskApplication<?, ?> application) {
                runBag(index, application, start);
            } else if (program instanceof WorkerApplication<?, ?, ?> application) {
                runInEpoch(index, (self, comm) -> workers.run(application, comm, self, index));
            }
        } catch (Throwable thrown) {
            end(index, thrown);
        }
        counters.ended();
        count(
                index,
                engine.ticker().nanoTime() - start,
                engine.processors().ofThisThread().since(before));
        if (running.decrementAndGet() == 0) {
            team.ends();
            if (!failed) {
                listener.allEnded(List.of(statistics), left);
            }
        }
    }

    private Voice voice(int index) {
        return new Voice(utterance -> listener.said(engine.idOf(index), EngineReport.Said.UNNUMBERED, utterance));
    }

    private void runSpmd(int index, Application application) throws Exception {
        runInEpoch(index, (self, comm) -> application.run(self));
    }

    @FunctionalInterface
    private interface SpmdWork {
        void run(SpmdThread self, EngineComm comm) throws Exception;
    }

    private void runInEpoch(int index, SpmdWork work) throws Exception {
        EngineComm comm = comms.first();
        SpmdThread self = new SpmdThread(engine, index, comm, feed, shared, subtasks, checkpoints, listener::said);
        spmd[index] = self;
        work.run(self, comm);
        self.returned();
    }

    private <T extends Serializable, R extends Serializable> void runBag(
            int index, TaskApplication<T, R> application, long startNanos) throws Exception {
        MergeCheck<T, R> check = verifyMerge ? new MergeCheck<>(application, engine.codec()) : null;
        BagThread<T, R> self = new BagThread<>(
                engine, index, comms.commLib(index), feed, shared, voice(index), check, interrupts, taskTimes);
        bags.set(index, self);
        long prepareNanos = 0;
        if (index == 0) {
            engine.tasks().by(application.codec(engine.arguments()));
            long beforeNanos = engine.ticker().nanoTime();
            application.prepare(self);
            organise(application);
            prepareNanos = engine.ticker().nanoTime() - beforeNanos;
            prepared = true;
            preparation.raise();
        } else {
            interrupts.await(preparation, () -> prepared || failed || interrupts.areOver());
        }
        if (prepared) {
            TaskFeed.Work first = self.first();
            idleNanos[index] = engine.ticker().nanoTime() - startNanos - prepareNanos - feed.waitNanos(index);
            self.runAll(application, first);
        }
    }

    private <T extends Serializable> void organise(TaskApplication<T, ?> application) {
        TaskRepository<T> first = application.repository();
        if (first == null) {
            return;
        }
        Set<TaskRepository<T>> all = Collections.newSetFromMap(new IdentityHashMap<>());
        feed.organise(() -> {
            TaskRepository<T> next = all.isEmpty() ? first : application.repository();
            if (next == null || !all.add(next)) {
                throw new BrokenRuleException("repository(): expected another repository each time it is called, found "
                        + (next == null ? "null" : "the same again") + " at call " + (all.size() + 1));
            }
            return new OwnRepository<>(next, engine.tasks());
        });
    }

    private void count(int index, long elapsedNanos, ProcessorClock.Spent spent) {
        Map<String, Long> waits = new HashMap<>();
        for (EngineComm comm : comms.all()) {
            comm.counters(index).waits().forEach((primitive, nanos) -> waits.merge(primitive, nanos, Long::sum));
        }
        long tasks = feed.tasks(index) + workers.tasks(index);
        long dataNanos = feed.dataWaitNanos();
        if (dataNanos > 0) {
            waits.put(DATA, dataNanos);
        }
        statistics[index] = new ThreadStatistics(
                engine.idOf(index),
                timeOf(index, elapsedNanos).waiting(dataNanos),
                tasks,
                waits,
                workers.isAlone(index) ? spent : ProcessorClock.Spent.UNKNOWN);
    }

    private ThreadTime timeOf(int index, long elapsedNanos) {
        long communicateNanos = 0;
        long waitNanos = idleNanos[index];
        for (EngineComm comm : comms.all()) {
            CommCounters counter = comm.counters(index);
            communicateNanos += counter.communicatingNanos();
            waitNanos += counter.waitingNanos();
        }
        long fetchNanos = feed.waitNanos(index) + workers.waitNanos(index);
        SpmdThread states = spmd[index];
        ThreadTime rest = new ThreadTime(
                0,
                communicateNanos,
                waitNanos,
                fetchNanos,
                states == null ? 0 : states.keepingNanos(),
                states == null ? 0 : states.migratingNanos());
        return rest.within(elapsedNanos);
    }

    /**
     * Returns how each thread has spent its time until now. A wait that has not ended counts as computing here. Any
     * thread; figures may be slightly out of date.
     */
    public List<ThreadTime> times(long nowNanos) {
        List<ThreadTime> times = new ArrayList<>();
        for (int index = 0; index < threads.size(); index++) {
            long start = begunNanos.get(index);
            times.add(timeOf(index, start == NOT_STARTED ? 0 : Math.max(0, nowNanos - start)));
        }
        return times;
    }

    /** Handles the end of a thread that did not return from the application normally. */
    private void end(int index, Throwable thrown) {
        engine.enter();
        boolean stray = interrupts.takeStray();
        if (interrupts.areOver() || thrown instanceof EpochEndedError) {
            left = true; // the exception is a consequence of the epoch's end, or will occur again in the next epoch
            return;
        }
        EngineReport.Failed failure =
                FailureReports.describe(engine.idOf(index), engine.host().name(), thrown);
        if (FailureReports.saysThatOthersAreGone(thrown, stray)) {
            left = true;
            listener.released(failure);
            return;
        }
        failed = true;
        preparation.raise();
        listener.failed(failure);
    }

    /** The application objects of an engine: one for all its threads, or one for each thread. */
    private final class Team {
        private final OwnBag.Means means;
        private @Nullable Program common;

        Team(OwnBag.Means means) {
            this.means = means;
        }

        Program programOf(int index) throws Exception {
            Program shared = commonProgram();
            boolean each = shared instanceof Application application
                    && (mode == null ? application.mode() : mode) == Application.Mode.INDEPENDENT;
            return each && index > 0 ? programs.create() : shared;
        }

        private synchronized Program commonProgram() throws Exception {
            Program program = common;
            if (program == null) {
                program = programs.create();
                if (program instanceof OwnBag own) {
                    own.begins(means);
                }
                common = program;
            }
            return program;
        }

        synchronized void ends() {
            if (common instanceof OwnBag own) {
                own.ends();
            }
        }
    }
}
