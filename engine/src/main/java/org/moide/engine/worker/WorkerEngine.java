package org.moide.engine.worker;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.RepeatedTaskException;
import org.moide.balance.worker.SavedWorkers;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerTable;
import org.moide.commlib.CommLib;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.message.endpoint.EngineWay;
import org.moide.commlib.port.Signal;
import org.moide.engine.ComputeThread;
import org.moide.engine.EpochEndedError;
import org.moide.engine.WorkerApplication;
import org.moide.engine.control.ProcessNumber;
import org.moide.engine.control.Processes;
import org.moide.engine.control.WorkerStatistics;
import org.moide.engine.control.WorkersNow;
import org.moide.engine.worker.EngineSave.Plan;

/**
 * Runs the workers of one engine in one epoch, on its compute threads (ALDY, §2.4: a virtual process). Each compute
 * thread calls {@link #run} once.
 *
 * <p><b>Threads.</b> The first compute thread sets {@code table}, {@code control} and related fields before the other
 * compute threads pass the engine's barrier.
 */
final class WorkerEngine<S extends Serializable, T extends Serializable, R extends Serializable> {
    /** Tag of messages between workers. A worker application has no other messages. */
    public static final int TAG = 0;

    /**
     * The saved state of each logical ID that is not the first of its engine. It is empty, because the first ID saves
     * all workers of the engine.
     */
    public static final byte[] NOTHING = EngineSave.NOTHING;

    private final WorkerApplication<S, T, R> application;
    private final WorkerPorts ports;
    private final ApplicationView outside;
    private final Bodies bodies;
    private final Signal signal;
    private final Outbounds outbounds;
    private final Inbound inbound;
    private final Asked asked = new Asked();
    private final WorkDone work;
    private final SpareThreads spares;
    private final Handlings<Handling<S, T, R>> handlings = new Handlings<>();
    private volatile @Nullable WorkerTable table;
    private volatile @Nullable WorkerControl control;
    private volatile @Nullable Plan plan;
    private @Nullable EngineSave restored; // used by the first compute thread
    private volatile long safePoint;
    private volatile boolean done;
    private volatile boolean out; // whether this engine has left the run
    private volatile @Nullable Throwable failure;

    public WorkerEngine(WorkerApplication<S, T, R> application, WorkerPorts ports, ApplicationView outside) {
        this.application = application;
        this.ports = ports;
        this.outside = outside;
        this.bodies = ports.bodies(application, outside);
        this.signal = ports.way().signal();
        this.work = new WorkDone(ports.engine(), ports.around().ticker().nanoTime());
        this.spares =
                new SpareThreads("engine-" + ports.engine(), ports.around().threads(), signal, this::spare);
        this.outbounds = new Outbounds(ports);
        this.inbound = new Inbound(ports);
    }

    /**
     * Runs one compute thread until the end of the run.
     *
     * @param index the thread's index among the threads of the engine
     * @param meeting makes the thread's next collective include all engines that have joined
     */
    public void run(ComputeThread self, int index, Runnable meeting) throws Exception {
        Beginning<T> beginning = null;
        if (ports.settings().joins()) {
            join(self, index);
        } else if (index == 0) {
            Opening.Opened<T> opened = new Opening<>(application, ports, outside, bodies).open(self);
            inbound.listen(self.comm(), ports.processes());
            make(opened);
            beginning = opened.beginning();
        } else {
            Opening.join(self);
        }
        self.barrier();
        WorkerTable mine = table();
        Handling<S, T, R> handling = handling(mine, index);
        self.barrier();
        if (beginning != null) {
            beginning.sendAll(mine, choice(mine, -1));
        }
        if (index == 0) {
            sendAnew(mine);
            control().start();
        }
        workToTheEnd(self, index, mine, handling, meeting);
        meeting.run();
        new Ending<>(application, bodies, work.results(), mine).run(self, index, handling, outside.report());
    }

    // --- the beginning --------------------------------------------------------------------------------------------

    /** Joins a running epoch: tells engine 0 that this engine listens, and waits until engine 0 has added it. */
    private void join(ComputeThread self, int index) {
        Opening.joinOthers(self);
        if (index > 0) {
            return;
        }
        int engine = ports.engine();
        inbound.listen(self.comm(), ports.processes());
        outbounds.addOther(
                WorkerTable.DIRECTORY,
                new JoinMessage.Listens(new JoinMessage.Newcomer(
                        engine,
                        ports.registration().epoch(),
                        ports.computeThreads(),
                        ports.powers()
                                .get(ports.processes()
                                        .rowOf(new ProcessNumber(engine))
                                        .engine()),
                        ports.host())));
        outbounds.flush();
        try {
            ports.waits().await(signal, () -> inbound.welcome() != null || isOver(), Long.MAX_VALUE);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        JoinMessage.Welcome welcome = inbound.welcome();
        if (welcome == null) {
            throw new RunEndedException("the run ended while engine " + engine + " waited to join");
        }
        ports.safePoints().goOnFrom(welcome.safePoints());
        make(Opening.joined(welcome, ports.processes()));
    }

    /**
     * Makes a newcomer reachable, and receives its messages. The newcomer is the last of {@code next}; it may replace
     * one that was announced before and did not join. Any thread.
     *
     * @param way the way to the engines of the registration with the newcomer
     * @param messages the communication library of this engine's first compute thread in that registration
     */
    public void reach(Processes next, EngineWay way, CommLib messages) {
        outbounds.reach(next, way);
        inbound.listen(messages, next);
    }

    /**
     * Asks engine 0 to let this engine leave. The engines of the registration (table of engines) with this number
     * continue. The message is sent with the next batch. Any thread.
     */
    public void leave(long epoch) {
        outbounds.addOther(WorkerTable.DIRECTORY, new LeaveMessage.Wants(ports.engine(), epoch));
    }

    private void make(Opening.Opened<T> opened) {
        Plan agreed = opened.plan();
        EngineSave saved = opened.saved();
        plan = agreed;
        restored = saved;
        WorkerTable made = opened.table(
                ports.engine(),
                ports.processes().all(),
                bodies,
                new EngineOutlet(outbounds, signal, asked, this::fail, () -> table().spoilCut()));
        table = made;
        WorkerControl keeping = new WorkerControl(
                ports,
                made,
                agreed,
                opened.hosts(),
                application.getClass().getClassLoader(),
                outbounds,
                work,
                handlings,
                new Rounds());
        control = keeping;
        if (saved != null) {
            saved.results().forEach(work::result);
            made.restore(saved.workers());
        }
        inbound.open(made, keeping);
    }

    private void sendAnew(WorkerTable mine) {
        EngineSave from = restored;
        if (from != null) {
            try {
                mine.sendAnew(from.workers());
            } catch (RepeatedTaskException wrong) {
                throw ports.traced(wrong, "the messages of that checkpoint");
            }
            restored = null;
        }
    }

    private Handling<S, T, R> handling(WorkerTable of, int number) {
        return handlings.add(new Handling<>(number, application, workplace(of), of, bodies, choice(of, number)));
    }

    private Workplace workplace(WorkerTable of) {
        boolean hostsKnown = Objects.requireNonNull(plan, "agreed").hostDirectives();
        return new EngineWorkplace(
                ports, outside, of, signal, outbounds, asked, spares, work, control(), hostsKnown, this::isOver);
    }

    private GroupChoice choice(WorkerTable of, int number) {
        Plan agreed = Objects.requireNonNull(plan, "agreed");
        long seed = ports.settings().seed() + 1_000L * ports.engine() + number;
        return new GroupChoice(agreed.declarations(), of, control()::load, new SplittableRandom(seed));
    }

    // --- threads that handle tasks --------------------------------------------------------------------------------

    private void work(ComputeThread self, int index, WorkerTable mine, Handling<S, T, R> handling, Runnable meeting)
            throws Exception {
        long passed = 0;
        while (true) {
            throwFailure();
            if (out) {
                throw new EpochEndedError("this engine has left");
            } else if (safePoint > passed) {
                passed = safePoint;
                meeting.run();
                self.checkpoint(index == 0 ? save(mine) : EngineSave.NOTHING);
                if (index == 0) {
                    control().safePointIsOver();
                }
            } else if (done) {
                return;
            } else if (ports.waits().areOver()) { // waits do not block any more, so the loop must end here
                throw new RunEndedException("the epoch ended while this thread handled tasks of workers");
            } else {
                long seen = passed;
                turn(mine, handling, () -> safePoint > seen);
            }
        }
    }

    /**
     * Handles tasks until the end of the run. If the run ended because this engine failed, throws the exception of that
     * failure, and not the exception about the end of the run.
     */
    private void workToTheEnd(
            ComputeThread self, int index, WorkerTable mine, Handling<S, T, R> handling, Runnable meeting)
            throws Exception {
        try {
            work(self, index, mine, handling, meeting);
        } catch (RunEndedException ended) {
            throwFailure();
            throw ended;
        }
    }

    private void spare(int number) {
        WorkerTable mine = table();
        Handling<S, T, R> handling = handling(mine, ports.computeThreads() + number);
        try {
            while (!done && failure == null && !ports.waits().areOver()) {
                boolean mayWork = spares.mayWork(number);
                handling.standsIn(mayWork);
                if (mayWork) {
                    turn(mine, handling, () -> !spares.mayWork(number));
                } else {
                    outbounds.flush();
                    ports.waits().sleep(signal, () -> spares.mayWork(number) || isOver());
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (Throwable thrown) {
            fail(thrown);
        } finally {
            handling.standsIn(false);
        }
    }

    /**
     * Returns the time that a compute thread has waited for tasks, or for answers while no spare thread worked in its
     * place. Called by that thread.
     */
    public long waitNanos(int index) {
        return handlings.waitNanos(index, ports.computeThreads());
    }

    /** Returns whether no spare thread has handled tasks instead of this compute thread. */
    public boolean isAlone(int index) {
        return handlings.isAlone(index, ports.computeThreads());
    }

    /** Returns the number of tasks that a compute thread and its spare threads have handled. */
    public long tasks(int index) {
        return handlings.tasks(index, ports.computeThreads());
    }

    /**
     * Handles tasks of one worker. If no worker has tasks, waits until one has tasks, the run is over, or {@code
     * otherwise} holds.
     */
    private void turn(WorkerTable mine, Handling<S, T, R> handling, BooleanSupplier otherwise) throws Exception {
        Slot slot = mine.take();
        if (slot != null) {
            handling.run(slot);
            return;
        }
        outbounds.flush();
        BooleanSupplier isOn = () -> mine.hasRunnable() || isOver() || otherwise.getAsBoolean();
        try {
            handling.idle(() -> ports.waits().await(signal, isOn, Long.MAX_VALUE));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new RunEndedException("the run ended while this thread waited for tasks of workers");
        }
    }

    private void throwFailure() throws Exception {
        Throwable thrown = failure;
        if (thrown instanceof Exception exception) {
            throw exception;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
    }

    /** Ends the run with this exception. The first failure counts. */
    void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
        signal.raise();
    }

    private byte[] save(WorkerTable mine) {
        return saved(mine.save(handlings.states(ports.around().ticker().nanoTime())), work.results());
    }

    private byte[] saved(SavedWorkers workers, List<byte[]> results) {
        return new EngineSave(control().plan(), workers, results).bytes();
    }

    /**
     * Carries out what the engines have agreed in rounds of messages: that all tasks are done, or that all workers are
     * at rest. Called by the control thread.
     */
    private final class Rounds implements WorkerControl.Listener {
        @Override
        public void safePoint(long number) {
            safePoint = number;
            signal.raise();
        }

        @Override
        public byte[] cutSaved(SavedWorkers kept, int cut) {
            return saved(kept, work.resultsBefore(cut));
        }

        @Override
        public void allDone() {
            done = true;
            signal.raise();
        }

        @Override
        public void out() {
            out = true;
            signal.raise();
        }

        @Override
        public void broken(Throwable thrown) {
            fail(thrown);
        }
    }

    // --- for handlers ---------------------------------------------------------------------------------------------

    private boolean isOver() {
        return done || out || failure != null || ports.waits().areOver();
    }

    private WorkerTable table() {
        return Objects.requireNonNull(table, "made by the engine's first thread");
    }

    private WorkerControl control() {
        return Objects.requireNonNull(control, "made by the engine's first thread");
    }

    // --- any thread -------------------------------------------------------------------------------------------------

    /**
     * Ends the control thread and the spare threads, which replace waiting compute threads, because the epoch is over.
     */
    public void end() {
        spares.interrupt();
        WorkerControl running = control;
        if (running != null) {
            running.end();
        }
    }

    /** Returns the current state of the workers. */
    public WorkersNow now() {
        WorkerTable mine = table;
        WorkerControl keeping = control;
        if (mine == null || keeping == null) {
            return WorkersNow.NONE;
        }
        return work.now(
                mine,
                keeping.queuedTasks(),
                handlings.longest(ports.around().ticker().nanoTime()));
    }

    /** Returns what the workers have done in this epoch. */
    public WorkerStatistics statistics() {
        WorkerTable mine = table;
        return mine == null ? WorkerStatistics.NONE : work.statistics(mine);
    }
}
