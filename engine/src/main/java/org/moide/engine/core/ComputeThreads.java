package org.moide.engine.core;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.ProcessorClock;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.engine.Application;
import org.moide.engine.EpochEndedError;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.WorkerApplication;
import org.moide.engine.bag.BagThread;
import org.moide.engine.bag.MergeCheck;
import org.moide.engine.bag.OwnBag;
import org.moide.engine.bag.ProgramCalls;
import org.moide.engine.bag.TaskFeed;
import org.moide.engine.bag.TaskTimes;
import org.moide.engine.compute.EngineView;
import org.moide.engine.compute.FailureReports;
import org.moide.engine.compute.GrowingComm;
import org.moide.engine.compute.Interrupts;
import org.moide.engine.compute.SharedObjects;
import org.moide.engine.compute.Voice;
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
 * The compute threads of one engine in one epoch: they run the application and end. User code runs on these threads and
 * on no other thread of the engine.
 *
 * <p>Concurrency: {@code prepared}, {@code failed} and {@code left} are volatile and only ever set; statistics
 * rows are written by their thread before it is counted out.
 */
final class ComputeThreads {
    private static final long NOT_STARTED = Long.MIN_VALUE;

    /**
     * The most times that a task is asked for its name. It may have failed to answer because the machine was busy; but
     * each time that it does not answer costs a second, and a thread that stays behind.
     */
    private static final int MOST_ASKED = 3;

    /** The name, in statistics, of waits for shared objects and for room to send what was written. */
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
    private final AtomicReferenceArray<BagThread<?, ?>> bags; // each thread sets its own
    private TaskNow lastNamed = new TaskNow(0, "", 0); // the control thread's, as the next
    private long lastNumber;
    private int asked;
    private final Team team;
    private final Queue<Serializable> subtasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger running;
    private final List<Thread> threads = new ArrayList<>();
    private final ThreadStatistics[] statistics;
    /** The time at which each thread began, for those who look on. */
    private final AtomicLongArray begunNanos;

    /** The time of a bag's thread in which it was being prepared, and neither computed nor waited for tasks. */
    private final long[] idleNanos;
    /** The view of each thread in an application of threads or workers; null in a bag. */
    private final @Nullable SpmdThread[] spmd;

    private volatile boolean prepared;
    private volatile boolean failed;
    private volatile boolean left;

    /**
     * Makes the threads; {@link #start} starts them.
     *
     * @param mode overrides the application's own if not null
     * @param verifyMerge whether a bag's merging is checked by samples
     * @param taskNanos how long a bag's task may take; 0 for any time
     * @param workers settings of the workers; null if the application has none
     * @param shared the IDs of the data objects that were shared, by name
     * @param calls knows which calls of an executor are not wanted any more
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
        this.taskTimes =
                new TaskTimes(count, taskNanos, thread -> threads.get(thread).interrupt(), interrupts);
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

    /** The engine's side of what its threads report; called on compute threads. */
    public interface Listener {
        /** Takes words of the application. Waits while too much is on its way. */
        void said(int id, long number, Utterance utterance) throws InterruptedException;

        /** Takes the failure of a thread whose application threw. */
        void failed(EngineReport.Failed failure);

        /**
         * Takes the failure of a thread that left because another engine does not answer any more, or not in this
         * epoch.
         */
        void released(EngineReport.Failed failure);

        /** Notes, on engine 0, that all workers are with the engines of this registration by now. Any thread. */
        void joined(long epoch);

        /**
         * Notes that all threads have ended. Called once, by the last thread that ends, unless the application threw.
         *
         * @param left whether some have left before the application was done
         */
        void allEnded(List<ThreadStatistics> statistics, boolean left);
    }

    public void start() {
        threads.forEach(Thread::start);
    }

    /** Begins to hear and to reach an engine that is about to join, the last of these; for workers only. Any thread. */
    public void reach(Processes next) {
        workers.reach(next, comms.of(next.registration().epoch()));
    }

    /** Makes the engine leave while all engines of this registration go on; for workers only. Any thread. */
    public void leave(long epoch) {
        workers.leave(epoch);
    }

    /** Returns the line of the application in which a thread is; empty if it is in none. Any thread. */
    public String line(int index) {
        return UserLine.of(threads.get(index).getStackTrace());
    }

    /**
     * Looks how long the tasks of a bag have been running, and interrupts those that take longer than they may.
     *
     * @return a task that was told to end long ago and has not ended; null if there is none
     */
    public @Nullable TaskNow lookAtTasks(long nowNanos) {
        taskTimes.look(nowNanos);
        return named(taskTimes.deaf());
    }

    /**
     * Returns the task of a bag that has been running for longest, as the last look found it; null if none has been
     * running for long.
     */
    public @Nullable TaskNow longestTask() {
        TaskTimes.Running longest = taskTimes.longest();
        return longest == null || longest.nanos() < TaskNow.LONG_NANOS ? null : named(longest);
    }

    /**
     * Returns a task with its name. The task is asked for its name until it answers, or has failed to answer some
     * times.
     */
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

    /** Returns the words that stand behind the name of a task that takes longer than it may. */
    public String taskLimit() {
        return taskTimes.limit();
    }

    /** Returns the state of the workers at this moment; {@link WorkersNow#NONE} if there are none. Any thread. */
    public WorkersNow workersNow() {
        return workers.now();
    }

    /**
     * Returns what was recorded of the workers; empty if nothing was to be recorded. To be called once all threads have
     * returned.
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
     * Lets the threads go, since the run or this epoch is over: waiting threads are interrupted, and an exception from
     * now on is no failure.
     */
    public void cease() {
        interrupts.end();
        preparation.raise();
        threads.forEach(Thread::interrupt);
        workers.end();
        team.ends();
    }

    /**
     * Waits for the threads to end.
     *
     * @param millis how long to wait for each thread
     * @return false if some are still in user code then
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
                idleNanos[index] = engine.ticker().nanoTime() - start; // its classes were loaded
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

    /** The work of a thread that has a logical ID. */
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
            long beforeNanos = engine.ticker().nanoTime();
            application.prepare(self);
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
     * Returns what each thread has done with its time so far. A wait that goes on counts as computing here. Any thread;
     * a figure may be some moments old.
     */
    public List<ThreadTime> times(long nowNanos) {
        List<ThreadTime> times = new ArrayList<>();
        for (int index = 0; index < threads.size(); index++) {
            long start = begunNanos.get(index);
            times.add(timeOf(index, start == NOT_STARTED ? 0 : Math.max(0, nowNanos - start)));
        }
        return times;
    }

    /** Ends a thread that did not return from the application. */
    private void end(int index, Throwable thrown) {
        engine.enter();
        boolean stray = interrupts.takeStray();
        if (interrupts.areOver() || thrown instanceof EpochEndedError) {
            left = true; // it threw because the epoch ended, or will throw again in the next
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

    /** The application objects of an engine: one that all threads share, or one for each. */
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
