package org.moide.engine.worker;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.WorkerTable;
import org.moide.commlib.message.endpoint.EngineComm;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.compute.EngineView;
import org.moide.engine.compute.GrowingComm;
import org.moide.engine.compute.Interrupts;
import org.moide.engine.compute.SharedObjects;
import org.moide.engine.compute.TaskNotes;
import org.moide.engine.compute.Voice;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Processes;
import org.moide.engine.control.WorkerSettings;
import org.moide.engine.control.WorkerStatistics;
import org.moide.engine.control.WorkersNow;
import org.moide.engine.spmd.EpochCheckpoints;
import org.moide.engine.spmd.IdState;
import org.moide.engine.spmd.Restored;
import org.moide.engine.spmd.SpmdThread;

/**
 * Connects an engine's threads with its workers. It has no workers until a compute thread begins with a worker
 * application.
 *
 * <p><b>Threads.</b> Any thread; {@code workers} and {@code log} are written once, with this object's lock held.
 */
public final class WorkerThreads {
    /** The value of {@code leavesFor} if the engine is not to leave. No registration has this number. */
    private static final long STAYS = 0;

    private final @Nullable WorkerSettings settings;
    private final EngineView engine;
    private final GrowingComm comms;
    private final EpochCheckpoints checkpoints;
    private final SharedObjects shared;
    private final SpmdThread.NumberedSpeaker speaker;
    private final LongConsumer joined;
    private final Interrupts interrupts;
    private final Surroundings around;
    private volatile @Nullable WorkerEngine<?, ?, ?> workers;
    private volatile @Nullable WorkerLog log;
    private final Map<Processes, EngineComm> expected =
            // Newcomers that were announced before there were workers; guarded by this object's lock.
            new LinkedHashMap<>();
    private long leavesFor = STAYS; // set before there are workers; guarded by this object's lock

    /**
     * Connects an engine's threads with workers, before any compute thread begins.
     *
     * @param settings the settings for workers; null if the application has none
     * @param speaker sends utterances of the application to the coordinator while workers begin and end
     * @param joined called on engine 0 with the epoch number of each later registration, when the workers include its
     *     engines
     */
    public WorkerThreads(
            @Nullable WorkerSettings settings,
            EngineView engine,
            GrowingComm comms,
            EpochCheckpoints checkpoints,
            SharedObjects shared,
            SpmdThread.NumberedSpeaker speaker,
            LongConsumer joined,
            Interrupts interrupts,
            Surroundings around) {
        this.settings = settings;
        this.engine = engine;
        this.comms = comms;
        this.checkpoints = checkpoints;
        this.shared = shared;
        this.speaker = speaker;
        this.joined = joined;
        this.interrupts = interrupts;
        this.around = around;
    }

    /** Runs one compute thread until the end of the run. */
    public void run(WorkerApplication<?, ?, ?> application, EngineComm comm, SpmdThread self, int index)
            throws Exception {
        WorkerEngine<?, ?, ?> its = of(application, comm);
        try {
            its.run(self, index, () -> self.meetBy(comms.of(checkpoints.registration())));
        } finally {
            if (index == 0) {
                its.end();
            }
        }
    }

    private synchronized WorkerEngine<?, ?, ?> of(WorkerApplication<?, ?, ?> application, EngineComm comm) {
        WorkerEngine<?, ?, ?> its = workers;
        if (its == null) {
            WorkerSettings given = Objects.requireNonNull(settings, "settings of a worker application");
            WorkerPorts ports = new WorkerPorts(
                    engine.process(),
                    engine.processes(),
                    engine.host(),
                    engine.powers(),
                    engine.codec(),
                    around,
                    comm.way(WorkerEngine.TAG),
                    new Wishes(checkpoints, engine.codec(), engine.ticker(), epoch -> {
                        checkpoints.joined(epoch, comms.of(epoch).self().firstId());
                        if (engine.process() == WorkerTable.DIRECTORY) {
                            joined.accept(epoch);
                        }
                    }),
                    new Waits(interrupts),
                    given,
                    new Notes(engine.notes()),
                    log(given));
            Voice voice = new Voice(utterance -> speaker.say(engine.idOf(0), EngineReport.Said.UNNUMBERED, utterance));
            its = new WorkerEngine<>(application, ports, new Around(engine, shared, voice));
            log = ports.log();
            workers = its;
            WorkerEngine<?, ?, ?> made = its;
            expected.forEach((next, messages) -> reach(made, next, messages));
            expected.clear();
            if (leavesFor != STAYS) {
                made.leave(leavesFor);
            }
        }
        return its;
    }

    /** Makes a newcomer reachable, and receives its messages. */
    public synchronized void reach(Processes next, EngineComm comm) {
        WorkerEngine<?, ?, ?> its = workers;
        if (its == null) {
            expected.put(next, comm);
        } else {
            reach(its, next, comm);
        }
    }

    /**
     * Lets the engine leave, while all engines of the registration (table of engines) with this number continue. If
     * there are no workers yet, it leaves as soon as they begin.
     */
    public synchronized void leave(long epoch) {
        WorkerEngine<?, ?, ?> its = workers;
        if (its == null) {
            leavesFor = epoch;
        } else {
            its.leave(epoch);
        }
    }

    private static void reach(WorkerEngine<?, ?, ?> by, Processes next, EngineComm comm) {
        by.reach(next, comm.way(WorkerEngine.TAG), comm.commLib(0));
    }

    private @Nullable WorkerLog log(WorkerSettings given) {
        if (given.recordedTasks() == 0) {
            return null;
        }
        return new WorkerLog(given.recordedTasks(), engine.process(), given.epoch(engine.registration()));
    }

    /**
     * Ends the control thread and the spare threads, which replace waiting compute threads, because the epoch is over.
     */
    public void end() {
        WorkerEngine<?, ?, ?> running = workers;
        if (running != null) {
            running.end();
        }
    }

    /** Returns the current state of the workers; {@link WorkersNow#NONE} if there are none. */
    public WorkersNow now() {
        WorkerEngine<?, ?, ?> running = workers;
        return running == null ? WorkersNow.NONE : running.now();
    }

    /** Returns what the workers have done in this epoch; {@link WorkerStatistics#NONE} if there are none. */
    public WorkerStatistics statistics() {
        WorkerEngine<?, ?, ?> ran = workers;
        return ran == null ? WorkerStatistics.NONE : ran.statistics();
    }

    /** Returns the recorded workload; empty if it is not recorded. Called after all threads have returned. */
    public List<EngineReport.Recorded> recorded() {
        WorkerLog written = log;
        return written == null
                ? List.of()
                : written.parts().stream().map(EngineReport.Recorded::of).toList();
    }

    /**
     * Returns the time that a compute thread has waited for tasks, or for answers while no spare thread worked in its
     * place. Called by that thread.
     */
    public long waitNanos(int index) {
        WorkerEngine<?, ?, ?> its = workers;
        return its == null ? 0 : its.waitNanos(index);
    }

    /**
     * Returns whether no spare thread has worked instead of a compute thread, so that the thread's own processor time
     * is complete. Called by that thread.
     */
    public boolean isAlone(int index) {
        WorkerEngine<?, ?, ?> its = workers;
        return its == null || its.isAlone(index);
    }

    /** Returns the number of tasks that a compute thread and its spare threads have handled. Called by that thread. */
    public long tasks(int index) {
        WorkerEngine<?, ?, ?> its = workers;
        return its == null ? 0 : its.tasks(index);
    }

    private record Wishes(EpochCheckpoints checkpoints, ObjectCodec codec, Ticker ticker, LongConsumer joining)
            implements WorkerPorts.SafePoints {
        @Override
        public boolean isLeaveWanted() {
            return checkpoints.isLeaveWanted();
        }

        @Override
        public boolean isDue(long guessNanos) {
            return checkpoints.pace().isDue(guessNanos);
        }

        @Override
        public boolean isFree() {
            return checkpoints.isFree();
        }

        @Override
        public void rested(long nanos) {
            checkpoints.pace().rested(nanos);
        }

        @Override
        public void keep(byte[] save, long epoch, long keptNanos) {
            long now = ticker.nanoTime();
            checkpoints.handAll(epoch, encoded(save), encoded(WorkerEngine.NOTHING));
            checkpoints.pace().rested(0);
            checkpoints.pace().given(now - keptNanos);
        }

        @Override
        public long kept() {
            return checkpoints.made();
        }

        @Override
        public @Nullable CheckpointName restored() {
            Restored from = checkpoints.restored();
            return from == null ? null : from.checkpoint();
        }

        @Override
        public void goOnFrom(long keptBefore) {
            checkpoints.goOnFrom(keptBefore);
        }

        @Override
        public void want() {
            checkpoints.pace().want();
        }

        @Override
        public void joined(long epoch) {
            joining.accept(epoch);
        }

        /**
         * Encodes a saved state as the state of a logical ID, with no calls of {@link org.moide.engine.Report} and no
         * unreceived messages.
         */
        private byte[] encoded(byte[] state) {
            return IdState.encoded(0, List.of(), out -> codec.encodeTo(state, out), state.length);
        }
    }

    private record Notes(TaskNotes notes) implements WorkerPorts.Notes {
        @Override
        public void begins(int thread, long worker, Object task) {
            notes.handles(thread, worker, task);
        }

        @Override
        public void ended(int thread) {
            notes.ended(thread);
        }
    }

    private record Waits(Interrupts interrupts) implements WorkerPorts.Waits {
        @Override
        public void await(Signal signal, BooleanSupplier condition, long limitNanos) throws InterruptedException {
            interrupts.await(() -> signal.await(condition, limitNanos));
        }

        @Override
        public void sleep(Signal signal, BooleanSupplier condition) throws InterruptedException {
            interrupts.await(() -> signal.sleep(condition, Long.MAX_VALUE));
        }

        @Override
        public boolean areOver() {
            return interrupts.areOver();
        }
    }

    private record Around(EngineView engine, SharedObjects objects, Report report) implements ApplicationView {
        @Override
        public Arguments arguments() {
            return engine.arguments();
        }

        @Override
        public Path file(String name) {
            return engine.files().path(name);
        }

        @Override
        public <V> V shared(String name, Class<V> type) {
            return objects.get(name, type);
        }
    }
}
