package org.moide.engine.worker;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.SavedWorkers;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.balancer.BalanceLetter;
import org.moide.balance.worker.round.CutRounds;
import org.moide.balance.worker.round.QuietRounds;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.commlib.CommException;
import org.moide.commlib.port.Signal;
import org.moide.engine.control.BrokenRuleException;

/**
 * The control thread of an engine's workers, {@code engine-n-workers}. It takes part in the rounds that detect whether
 * all tasks are done or all workers at rest, and in the balancing. It also sends batches of messages while the other
 * threads are busy.
 *
 * <p><b>Threads.</b> {@link #heard}, {@link #look}, {@link #end} and {@link #safePointIsOver} and the methods below
 * "any thread" may be called by any thread, the other methods by the control thread.
 */
final class WorkerControl {
    /** Interval between two checks whether a safe point, at which states are saved, is wanted. */
    private static final long LOOK_NANOS = 5_000_000;

    /**
     * Least time from the end of a safe point until the next one is requested. Safe points must not come too often,
     * because handlers must come to rest for each.
     */
    private static final long BETWEEN_SAFE_POINTS_NANOS = 20_000_000;

    /** Assumed time for saving a worker's state, used before it was measured. */
    private static final long GUESS_NANOS = 10_000;

    /**
     * The greatest number of safe points in succession for which all workers stop, because cuts have become
     * inconsistent. A cut, which is a snapshot that is taken while workers run, is then tried again.
     */
    private static final int MOST_RESTS = 64;

    /** The greatest number of left-over tasks of this engine that an error message names. */
    private static final int MOST_TOLD = 10;

    private final WorkerPorts ports;
    private final WorkerTable table;
    private final Outbounds outbounds;
    private final Handlings<?> handlings;
    private final Listener listener;
    private final Balancing balancing;
    private final CutKeeping keeping;
    private final Joining joining;
    private final Signal signal;
    private final Queue<Object> inbox = new ConcurrentLinkedQueue<>();
    private final Hearing hearing = new Hearing();
    private final @Nullable QuietRounds rounds;
    private final @Nullable CutRounds cuts;
    private volatile boolean over;
    /**
     * Whether all workers were found at rest, and the termination detection has requested no wave since. Workers
     * continue when the safe point ends.
     */
    private boolean resting;

    private int rests; // safe points at rest before the next cut is tried, because handlers ask each other during cuts
    private int restsAfterSpoilt = 1;
    private volatile @Nullable Thread thread;
    private long nextLookNanos;
    private long nextSafePointNanos;
    private long restSinceNanos;

    /**
     * Carries out what the engines have agreed in rounds of messages: that all tasks are done, or that all workers are
     * at rest. Called on the control thread.
     */
    interface Listener {
        /** Lets every compute thread meet at the safe point with this number. Called when all workers are at rest. */
        void safePoint(long number);

        /**
         * Returns the complete snapshot of this engine at a cut, made from its saved workers. A cut is a snapshot that
         * is taken while workers run.
         */
        byte[] cutSaved(SavedWorkers kept, int cut);

        /** Ends the work, because all tasks are done. */
        void allDone();

        /** Ends the engine's threads, because the engine has left the run. */
        void out();

        /** Ends the run with this exception. */
        void broken(Throwable thrown);
    }

    /** A message that the end of a safe point puts into the control thread's queue. */
    private record SafePointOver() {}

    private record Came(int engine) {}

    WorkerControl(
            WorkerPorts ports,
            WorkerTable table,
            EngineSave.Plan plan,
            KnownHosts hosts,
            @Nullable ClassLoader classes,
            Outbounds outbounds,
            WorkDone work,
            Handlings<?> handlings,
            Listener listener) {
        this.ports = ports;
        this.table = table;
        this.outbounds = outbounds;
        this.handlings = handlings;
        this.listener = listener;
        long now = ports.around().ticker().nanoTime();
        this.nextLookNanos = now;
        this.keeping = new CutKeeping(ports, table.cut(), handlings, now);
        this.nextSafePointNanos = now + BETWEEN_SAFE_POINTS_NANOS;
        this.signal = ports.around().signals().create();
        this.rounds = ports.engine() == WorkerTable.DIRECTORY ? new QuietRounds(ports.engines(), now) : null;
        this.cuts = rounds == null ? null : new CutRounds(ports.engines());
        this.balancing = new Balancing(
                ports, table, plan.declarations(), classes, outbounds, work::figures, outbounds::addOther);
        this.joining = new Joining(ports, plan, hosts, outbounds, table, balancing, keeping, work, listener);
    }

    void start() {
        Thread made = ports.around().threads().newThread(this::run);
        made.setName("engine-" + ports.engine() + "-workers");
        thread = made;
        made.start();
    }

    // --- any thread -------------------------------------------------------------------------------------------------

    void heard(RoundMessage message) {
        inbox.add(message);
        signal.raise();
    }

    void heard(BalanceLetter letter) {
        inbox.add(letter);
        signal.raise();
    }

    void heard(CrewMessage message) {
        inbox.add(message);
        signal.raise();
    }

    /**
     * Notes that a worker has arrived on this engine from another engine.
     *
     * @param engine the process number of that engine
     */
    void workerCame(int engine) {
        inbox.add(new Came(engine));
    }

    void safePointIsOver() {
        inbox.add(new SafePointOver());
        signal.raise();
    }

    /** Wakes the control thread if there are messages to send. */
    void look() {
        if (outbounds.isAnythingThere()) {
            signal.raise();
        }
    }

    void end() {
        over = true;
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
        signal.raise();
    }

    /** Returns the known load of an engine: its number of active workers for each thread. */
    double load(int engine) {
        return balancing.load(engine);
    }

    /** Returns the reason for which a worker was moved away. */
    String whyMoved(long worker) {
        return balancing.why(worker);
    }

    /** Returns the plan, the facts about workers on which all engines have agreed, with later departures. */
    EngineSave.Plan plan() {
        return joining.plan();
    }

    /** Returns the number of tasks that wait on this engine for workers that have run recently. */
    long queuedTasks() {
        return balancing.queuedTasks();
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    private void run() {
        try {
            while (!over && !ports.waits().areOver()) {
                step();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (CommException lost) {
            // Compute threads learn of the loss when they wait for that engine; or this engine was told to end.
            if (!over && !ports.waits().areOver()) {
                listener.broken(lost);
            }
        } catch (Throwable defect) {
            listener.broken(defect);
        }
    }

    private void step() throws InterruptedException {
        for (Object heard = inbox.poll(); heard != null; heard = inbox.poll()) {
            take(heard);
        }
        long now = ports.around().ticker().nanoTime();
        long nextChange = joining.step(resting, now);
        QuietRounds mine = rounds;
        CutRounds its = cuts;
        if (mine != null && its != null) {
            joining.changeIfAnyWaits(mine, its, now);
        }
        lookForSafePoint(now);
        keeping.step(now);
        if (mine != null) {
            tellAll(mine.tick(table.isIdle(), now));
        }
        if (its != null) {
            tellAll(its.tick(now));
        }
        // At rest nothing may be sent, because messages in transit would be missing in the saved states.
        long nextBalancing = resting ? Long.MAX_VALUE : balancing.step(now);
        outbounds.flush();
        long next = Math.min(Math.min(nextLookNanos, nextBalancing), nextChange);
        if (mine != null && (table.isIdle() || mine.isClosing())) {
            next = Math.min(next, mine.nextTickNanos());
        }
        if (its != null) {
            next = Math.min(next, its.nextTickNanos());
        }
        next = Math.min(next, keeping.nextNanos(now));
        long limit = Math.max(1, next - ports.around().ticker().nanoTime());
        ports.waits()
                .await(signal, () -> !inbox.isEmpty() || over || ports.waits().areOver(), limit);
    }

    private void take(Object heard) {
        if (heard instanceof RoundMessage round) {
            round.handle(hearing);
        } else if (heard instanceof BalanceLetter letter) {
            balancing.heard(letter, ports.around().ticker().nanoTime());
        } else if (heard instanceof CrewMessage change) {
            joining.heard(change);
        } else if (heard instanceof Came came) {
            balancing.came(came.engine());
        } else {
            joining.safePoint(false);
            if (resting) { // otherwise a new rest was requested already, and this engine is late
                table.closing(false);
                table.still(false);
                resting = false;
            }
            QuietRounds mine = rounds;
            if (mine != null) {
                long now = ports.around().ticker().nanoTime();
                nextSafePointNanos = now + BETWEEN_SAFE_POINTS_NANOS;
                ports.safePoints().rested(now - restSinceNanos);
                mine.goOn(now);
            }
        }
    }

    private void lookForSafePoint(long now) {
        if (now < nextLookNanos) {
            return;
        }
        nextLookNanos = now + LOOK_NANOS;
        QuietRounds mine = rounds;
        CutRounds its = cuts;
        if (joining.isAnyWaiting()
                || mine == null
                || its == null
                || mine.isClosing()
                || mine.isOver()
                || its.isOpen()
                || keeping.isSaveThere()) {
            return;
        }
        boolean due = now >= nextSafePointNanos && ports.safePoints().isDue(table.workers() * GUESS_NANOS);
        if (ports.safePoints().isLeaveWanted() || (due && rests > 0)) {
            mine.wantSafePoint(now);
            restSinceNanos = now;
        } else if (due) {
            its.begin(now);
        }
    }

    private void tellAll(@Nullable RoundMessage message) {
        if (message == null) {
            return;
        }
        for (int engine : table.crew().all()) {
            if (engine != ports.engine()) {
                outbounds.addOther(engine, message);
            }
        }
        message.handle(hearing);
    }

    /** Handles the messages of the rounds, in which engines detect that all tasks are done or all workers at rest. */
    private final class Hearing implements RoundMessage.Handler {
        @Override
        public void waveAsked(RoundMessage.WaveAsked asked) {
            resting = false;
            table.closing(asked.closing());
            table.still(asked.still());
            RoundMessage.WaveTold stands = table.wave(asked.number());
            tellRoot(keeping.isSaveThere() ? stands.unquiet() : stands);
        }

        @Override
        public void waveTold(RoundMessage.WaveTold told) {
            QuietRounds mine = rounds;
            if (mine != null) {
                tellAll(mine.told(told, ports.around().ticker().nanoTime()));
            }
        }

        private void tellRoot(RoundMessage told) {
            if (ports.engine() == WorkerTable.DIRECTORY) {
                told.handle(this);
            } else {
                outbounds.addOther(WorkerTable.DIRECTORY, told);
            }
        }

        @Override
        public void waitsAsked(RoundMessage.WaitsAsked asked) {
            List<String> others = table.leftOver();
            RoundMessage.WaitsTold told = new RoundMessage.WaitsTold(
                    asked.number(),
                    ports.engine(),
                    handlings.waits(),
                    others.subList(0, Math.min(MOST_TOLD, others.size())));
            tellRoot(told);
        }

        @Override
        public void waitsTold(RoundMessage.WaitsTold told) {
            QuietRounds mine = rounds;
            RoundMessage found = mine == null
                    ? null
                    : mine.waits(told, ports.around().ticker().nanoTime());
            if (found != null) {
                found.handle(this);
            }
        }

        @Override
        public void stuck(RoundMessage.Stuck stuck) {
            listener.broken(new BrokenRuleException(stuck.why()));
        }

        @Override
        public void safePointReached(RoundMessage.SafePointReached reached) {
            resting = true;
            joining.safePoint(true);
            rests = Math.max(0, rests - 1);
            listener.safePoint(reached.number());
        }

        @Override
        public void cutAsked(RoundMessage.CutAsked asked) {
            table.cut().begin(asked.cut());
            RoundMessage.CutTold stands = table.cut().stands(asked.number());
            tellRoot(keeping.isSaveThere() ? stands.withSomebodyBehind() : stands);
        }

        @Override
        public void cutTold(RoundMessage.CutTold told) {
            CutRounds its = cuts;
            if (its != null) {
                tellAll(its.told(told, ports.around().ticker().nanoTime()));
            }
        }

        @Override
        public void cutComplete(RoundMessage.CutComplete complete) {
            nextSafePointNanos = ports.around().ticker().nanoTime() + BETWEEN_SAFE_POINTS_NANOS;
            if (complete.good()) {
                long start = ports.around().ticker().nanoTime();
                SavedWorkers saved = table.cut().take(complete.cut());
                keeping.complete(listener.cutSaved(saved, complete.cut()), start);
                restsAfterSpoilt = 1;
            } else {
                keeping.drop(complete.cut());
                rests = restsAfterSpoilt;
                restsAfterSpoilt = Math.min(2 * restsAfterSpoilt, MOST_RESTS);
            }
        }

        @Override
        public void allDone(RoundMessage.AllDone done) {
            over = true;
            outbounds.flush();
            listener.allDone();
        }
    }
}
