package org.moide.engine.compute;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.port.Signal;
import org.moide.engine.Application;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics.ThreadStatistics;
import org.moide.engine.control.Utterance;

/**
 * The compute threads of one engine in one epoch: they run the application and end. User code runs on these threads and on
 * no other of the engine.
 *
 * <p>Concurrency: {@code prepared}, {@code failed} and {@code ceased} are volatile and only ever set; statistics rows are
 * written by their thread before it is counted out.
 */
public final class ComputeThreads {
    private final EngineView engine;
    private final ProgramSource programs;
    private final Application.@Nullable Mode mode;
    private final boolean verifyMerge;
    private final TaskFeed feed;
    private final IntFunction<CommLib> comms;
    private final IntFunction<CommCounters> counters;
    private final Voice voice;
    private final SharedObjects shared;
    private final Listener listener;
    private final Signal preparation;
    private final Queue<Serializable> subtasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger running;
    private final List<Thread> threads = new ArrayList<>();
    private final ThreadStatistics[] statistics;
    private volatile boolean prepared;
    private volatile boolean failed;
    private volatile boolean ceased;

    /**
     * Makes the threads; {@link #start} starts them.
     *
     * @param mode overrides the application's own if not null
     * @param verifyMerge whether a bag's merging is checked by samples
     * @param sharedBytes names and sizes of what the coordinator shares
     */
    public ComputeThreads(
            EngineView engine,
            ProgramSource programs,
            Application.@Nullable Mode mode,
            boolean verifyMerge,
            TaskFeed feed,
            IntFunction<CommLib> comms,
            IntFunction<CommCounters> counters,
            Coordinator coordinator,
            Map<String, Long> sharedBytes,
            Listener listener,
            Signal.Factory signals,
            ThreadFactory factory) {
        this.engine = engine;
        this.programs = programs;
        this.mode = mode;
        this.verifyMerge = verifyMerge;
        this.feed = feed;
        this.comms = comms;
        this.counters = counters;
        this.voice = new Voice(listener::said);
        this.shared = new SharedObjects(sharedBytes, coordinator, engine.codec());
        this.listener = listener;
        this.preparation = signals.create();
        int count = engine.self().threads();
        this.running = new AtomicInteger(count);
        this.statistics = new ThreadStatistics[count];
        Team team = new Team();
        for (int index = 0; index < count; index++) {
            int thread = index;
            Thread made = factory.newThread(() -> compute(thread, team));
            made.setName(engine.threadName(thread));
            threads.add(made);
        }
    }

    /** What the threads tell their engine; called on compute threads. */
    public interface Listener {
        /** May wait while too much is on its way. */
        void said(Utterance utterance) throws InterruptedException;

        void failed(EngineReport.Failed failure);

        /** Called once, by the last thread that ends without failure. */
        void allReturned(List<ThreadStatistics> statistics);
    }

    public void start() {
        threads.forEach(Thread::start);
    }

    /** The run is over: whoever waits is interrupted, and what is thrown from now on is no failure. */
    public void cease() {
        ceased = true;
        preparation.raise();
        threads.forEach(Thread::interrupt);
    }

    /** Waits for the threads to end; false if some are still in user code after {@code millis}. */
    public boolean join(long millis) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(millis);
            if (thread.isAlive()) {
                return false;
            }
        }
        return true;
    }

    private void compute(int index, Team team) {
        long start = engine.ticker().nanoTime();
        try {
            Program program = team.programOf(index);
            if (program instanceof Application application) {
                runSpmd(index, application);
            } else if (program instanceof TaskApplication<?, ?> application) {
                runBag(index, application);
            }
            count(index, engine.ticker().nanoTime() - start);
            if (running.decrementAndGet() == 0 && !failed) {
                listener.allReturned(List.of(statistics));
            }
        } catch (Throwable thrown) {
            fail(index, thrown);
        }
    }

    private void runSpmd(int index, Application application) throws Exception {
        SpmdThread self = new SpmdThread(engine, index, comms.apply(index), feed, shared, subtasks, voice);
        application.run(self);
        self.returned();
    }

    private <T extends Serializable, R extends Serializable> void runBag(int index, TaskApplication<T, R> application)
            throws Exception {
        MergeCheck<T, R> check = verifyMerge ? new MergeCheck<>(application, engine.codec()) : null;
        BagThread<T, R> self = new BagThread<>(engine, index, comms.apply(index), feed, shared, voice, check);
        if (index == 0) {
            application.prepare(self);
            prepared = true;
            preparation.raise();
        } else {
            preparation.await(() -> prepared || failed || ceased, Long.MAX_VALUE);
        }
        if (prepared) {
            self.runAll(application);
        }
    }

    private void count(int index, long elapsedNanos) {
        CommCounters counter = counters.apply(index);
        long waitNanos = counter.waitingNanos() + feed.waitNanos(index);
        long communicateNanos = counter.communicatingNanos();
        long computeNanos = Math.max(0, elapsedNanos - waitNanos - communicateNanos);
        statistics[index] =
                new ThreadStatistics(engine.idOf(index), computeNanos, communicateNanos, waitNanos, feed.tasks(index));
    }

    private void fail(int index, Throwable thrown) {
        boolean consequence = thrown instanceof CommException || thrown instanceof InterruptedException;
        if (ceased && (consequence || Thread.currentThread().isInterrupted())) {
            return;
        }
        failed = true;
        preparation.raise();
        listener.failed(Failures.describe(engine.threadName(index) + " on " + engine.host(), thrown));
    }

    /** The application objects of an engine: one that all threads share, or one for each. */
    private final class Team {
        private @Nullable Program common;

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
                common = program;
            }
            return program;
        }
    }
}
