package org.moide.commlib.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;

/**
 * Runs blocking code, unchanged, in simulated time: threads are real, but only the holder of the baton runs. A thread that
 * waits (at a {@link Signal} of {@link #signals}, or for a remote call's answer) hands the baton to the event queue, and
 * time moves when all wait. Whose turn is next is an event like any other, so it is drawn from the seed.
 *
 * <p>Events run on a dispatching thread. One that blocks keeps that thread until it is done and another dispatches meanwhile,
 * so an exported object may block as it may elsewhere.
 *
 * <p>What is not seen here must not block: a thread that sleeps, joins, or waits for a lock or future which only another
 * simulated thread can give stops the run, which after 20 s of real time fails with that thread's stack.
 *
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>{@code run…}, {@code close}, blocking calls while nothing runs</td>
 * <td>the one thread outside, such as a test's</td></tr>
 * <tr><td>everything else</td><td>the holder of the baton, or the thread outside while nothing runs</td></tr>
 * <tr><td>all fields</td><td>guarded by the baton</td></tr>
 * </table>
 */
public final class SimScheduler implements AutoCloseable {
    /** Real time in which no event ends: a hundred times what the slowest computing between two waits takes in tests. */
    private static final int STUCK_SECONDS = 20;

    /** The time that an ended thread has to leave its last lines of code, in real time. */
    private static final Duration THREAD_END = Duration.ofSeconds(5);

    /** A turn is given within so many simulated nanoseconds: what a system takes to wake a thread. */
    private static final int WAKE_NANOS = 2_000;

    private final EventQueue queue;
    private final int stuckSeconds;
    private final RandomGenerator turns;
    private final Baton baton = new Baton();
    private final Set<SimThread> threads = new LinkedHashSet<>();
    private final List<SimThread> ended = new ArrayList<>();
    private final Faults faults;
    private final Dispatcher dispatcher;
    private @Nullable Thread outside;
    private boolean ending;
    private boolean stuck;
    private boolean choosing;
    private boolean playing;
    private @Nullable SimThread chosen;

    /** The time for which a thread computes or sleeps; words are made of it when somebody asks. */
    private record Spending(Duration span) {
        @Override
        public String toString() {
            return "the end of " + span;
        }
    }

    /** Adds threads to {@code queue}, which from then on is run by this only. */
    public SimScheduler(EventQueue queue) {
        this(queue, STUCK_SECONDS);
    }

    /** Makes a scheduler that takes a thread for stuck after so many seconds of real time without an event. */
    SimScheduler(EventQueue queue, int stuckSeconds) {
        this.queue = queue;
        this.stuckSeconds = stuckSeconds;
        this.turns = queue.random("turns");
        this.faults = new Faults(queue);
        this.dispatcher = new Dispatcher(this, baton, faults);
        queue.describeWaiting(() -> WaitReport.of(threads));
    }

    public EventQueue queue() {
        return queue;
    }

    /** Signals of the simulated world, for its threads and, while nothing runs, for the thread outside. */
    public Signal.Factory signals() {
        return () -> new SimSignal(this);
    }

    /** The handler in which unexpected faults end the run. */
    public FaultHandler faults() {
        return faults::add;
    }

    /** A simulated thread that starts at once and belongs to no process; {@link #run} waits for its end. */
    public Thread start(String name, Runnable task) {
        Thread thread = new SimThread(this, name, null, SimThread.Role.AWAITED, task);
        thread.start();
        return thread;
    }

    /** The calling simulated thread spends simulated time: it computes or sleeps. */
    public void spend(Duration span) {
        SimThread me = current();
        if (me == null) {
            runFor(span);
            return;
        }
        long until = queue.later(span.toNanos());
        Event end = queue.at(until, "time is spent", () -> wake(me)).plain();
        try {
            while (queue.nanoTime() < until) {
                suspend(me, new Spending(span));
            }
        } finally {
            end.cancel();
        }
    }

    /**
     * Runs until every thread made by {@code start} has ended.
     *
     * @throws SimulationException if one of them failed, waits for ever, or has not ended after {@code limit}
     */
    public void run(Duration limit) {
        runUntil(() -> threads.stream().noneMatch(thread -> thread.role() == SimThread.Role.AWAITED), limit);
    }

    /**
     * Runs until {@code condition} holds, looking after every event.
     *
     * @throws SimulationException if it does not within {@code limit} of simulated time or because nothing is left to happen
     *     (then everybody who still waits fails, too), or if the run failed
     */
    public void runUntil(BooleanSupplier condition, Duration limit) {
        switch (drive(condition, queue.later(limit.toNanos()))) {
            case LATE ->
                throw queue.failure("what was awaited did not come in " + EventQueue.seconds(limit.toNanos()), null);
            case QUIET -> throw deadlock();
            default -> {
                return;
            }
        }
    }

    /** Runs what is planned for this span of simulated time. */
    public void runFor(Duration span) {
        long until = queue.later(span.toNanos());
        drive(() -> false, until);
        queue.advanceTo(until);
    }

    /** Ends all threads, as if their processes were killed, and waits for them. */
    @Override
    public void close() {
        List<SimThread> left = List.copyOf(threads);
        if (!ending) {
            requireOutside();
            ending = true;
            dispatcher.end();
            outside = Thread.currentThread();
            for (SimThread thread : left) {
                thread.die();
                SimDriver driver = thread.driver();
                if (driver == null) {
                    baton.pass(thread);
                    awaitReturn();
                } else {
                    play(thread, driver);
                }
            }
            baton.lay();
        }
        join(left);
        join(ended);
    }

    private static void join(List<SimThread> left) {
        boolean wasInterrupted = false;
        for (SimThread thread : left) {
            try {
                thread.join(THREAD_END.toMillis());
            } catch (InterruptedException interrupt) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Outside: lets events happen until the dispatcher says why it stopped. */
    private Dispatcher.Outcome drive(BooleanSupplier condition, long untilNanos) {
        requireOutside();
        if (ending) {
            throw new IllegalStateException("expected a simulation that can run, found one that was closed");
        }
        faults.throwFirst();
        outside = Thread.currentThread();
        dispatcher.aim(condition, untilNanos);
        baton.pass(dispatcher.thread());
        awaitReturn();
        baton.lay();
        faults.throwFirst();
        return dispatcher.outcome();
    }

    private void awaitReturn() {
        if (baton.awaitReturn(stuckSeconds, queue::happened, dispatcher::interrupt)) {
            return;
        }
        stuck = true;
        ending = true;
        Thread culprit = baton.holder();
        String message = "a thread computes or blocks without giving its turn away for " + stuckSeconds
                + " s of real time: it waits for something that is no Signal of the simulation";
        SimulationException failure = queue.failure(
                culprit == null ? message : message + System.lineSeparator() + WaitReport.stack(culprit), null);
        baton.abandon();
        for (SimThread thread : List.copyOf(threads)) {
            LockSupport.unpark(thread);
        }
        throw failure;
    }

    private void requireOutside() {
        if (Thread.currentThread() instanceof SimThread) {
            throw new IllegalStateException("expected a thread outside the simulation, found '"
                    + Thread.currentThread().getName() + "', which can only wait in it");
        }
        baton.requireTurn();
    }

    /** Fails everybody who waits with this; returned when they have had their turn to do so. */
    private SimulationException deadlock() {
        SimulationException deadlock =
                queue.failure("deadlock: nothing is left to happen, and what was awaited did not come", null);
        faults.mute(deadlock);
        for (SimThread thread : List.copyOf(threads)) {
            if (thread.isWaiting()) {
                thread.fail(queue.failure("deadlock: nothing is left to happen, and " + WaitReport.of(thread), null));
                wake(thread);
            }
        }
        drive(() -> false, queue.nanoTime() + 2L * WAKE_NANOS);
        faults.unmute();
        return deadlock;
    }

    // --- the threads' side

    /** The thread that runs the simulation from outside. */
    Thread outside() {
        return Objects.requireNonNull(outside, "expected a simulation that was run, found one that never was");
    }

    void admit(SimThread thread) {
        baton.requireTurn();
        if (ending) {
            throw new IllegalStateException("expected a simulation that can run, found one that was closed");
        }
        threads.add(thread);
    }

    /** Whether a thread has been started and has not ended. */
    boolean runs(SimThread thread) {
        return threads.contains(thread);
    }

    /** The whole life of a simulated thread, on that thread. */
    void live(SimThread me, Runnable task) {
        try {
            baton.await(me);
            me.resumed();
            task.run();
        } catch (SimulatedDeath death) {
            // Its process is gone.
        } catch (RuntimeException | Error fault) {
            faults.add(me.getName(), fault);
        }
        if (!stuck) {
            threads.remove(me);
            ended.removeIf(thread -> !thread.isAlive());
            ended.add(me);
            baton.pass(ending ? outside() : dispatcher.thread());
        }
    }

    /** The calling simulated thread, or null for the thread outside while nothing runs. */
    @Nullable
    SimThread current() {
        baton.requireTurn();
        return Thread.currentThread() instanceof SimThread me && me.scheduler() == this ? me : null;
    }

    /** Hands the baton on; returns at the caller's next turn. */
    void suspend(SimThread me, Object what) {
        requireMayBlock(what);
        me.waitFor(what);
        suspend(me);
    }

    /**
     * Suspends a thread at a signal: there is no turn as long as the condition does not hold and the time is not over.
     */
    void suspend(SimThread me, BooleanSupplier condition, long untilNanos) {
        requireMayBlock("a signal");
        me.waitFor("a signal");
        me.waitFor(condition, untilNanos);
        suspend(me);
    }

    private void requireMayBlock(Object what) {
        if (choosing) {
            throw new IllegalStateException("expected a call that never blocks, found one that waits for " + what);
        }
    }

    private void suspend(SimThread me) {
        SimThread next = dispatcher.dispatches(me) ? null : nextTurn();
        if (next != me) {
            baton.pass(next == null ? dispatcher.besides(me) : next);
            baton.await(me);
        }
        me.resumed();
    }

    /** Lets events happen that need no dispatcher, until one of them is a thread's turn; null if there is another before. */
    private @Nullable SimThread nextTurn() {
        chosen = null;
        choosing = true;
        while (chosen == null && queue.isNextPlain() && !dispatcher.stops()) {
            dispatcher.happen();
        }
        choosing = false;
        return chosen;
    }

    /** Plans a turn for a thread that waits, unless it has one. */
    void wake(SimThread thread) {
        baton.requireTurn();
        if (thread.planWake()) {
            queue.after(1 + turns.nextInt(WAKE_NANOS), thread.turn(), () -> resume(thread))
                    .plain();
        }
    }

    /** A signal's wait by the thread outside, which lets things happen meanwhile. */
    boolean awaitOutside(BooleanSupplier condition, long timeoutNanos) {
        long until = queue.later(Math.max(timeoutNanos, 0));
        Dispatcher.Outcome reached = drive(condition, until);
        if (reached == Dispatcher.Outcome.DONE) {
            return true;
        }
        if (until == Long.MAX_VALUE) {
            throw deadlock();
        }
        queue.advanceTo(until);
        return condition.getAsBoolean();
    }

    /** True once in so many turns, as the seed will have it. */
    boolean chance(int onceIn) {
        return turns.nextInt(onceIn) == 0;
    }

    /** Gives others a turn before the caller goes on. */
    void giveWay(SimThread me) {
        wake(me);
        suspend(me, "its next turn");
    }

    private void resume(SimThread thread) {
        SimNode process = thread.process();
        if (process != null && !thread.isDoomed() && process.defers(() -> resume(thread))) {
            return;
        }
        if (thread.waitsInVain(queue.nanoTime()) || !thread.takeTurn() || !threads.contains(thread)) {
            return;
        }
        SimDriver driver = thread.driver();
        if (driver != null) {
            play(thread, driver);
        } else if (choosing) {
            chosen = thread;
        } else {
            SimThread me = dispatcher.thread();
            baton.pass(thread);
            baton.await(me);
        }
    }

    /** The turn of a thread that does not run: whoever holds the baton does what it would do. */
    private void play(SimThread thread, SimDriver driver) {
        boolean before = choosing;
        choosing = true; // nothing in it may wait
        playing = true;
        boolean goesOn = false;
        try {
            goesOn = driver.turn();
        } catch (SimulatedDeath death) {
            // Its process is gone.
        } catch (RuntimeException | Error fault) {
            faults.add(thread.getName(), fault);
        } finally {
            choosing = before;
            playing = false;
        }
        if (!goesOn) {
            driver.stopWaiting();
            threads.remove(thread);
        }
    }

    /** Whether what happens is a driver's, whoever's stack it is on. */
    boolean plays() {
        return playing;
    }

    /** Ends a process's threads: each at its next turn. */
    void kill(SimNode process) {
        for (SimThread thread : List.copyOf(threads)) {
            if (thread.process() == process) {
                thread.die();
                thread.forgetWake(); // a paused process has put it off
                wake(thread);
            }
        }
    }

    /** Runs an event of a process on the dispatching thread, which may block in it and dies with it. */
    void actFor(SimNode process, Runnable action) {
        SimThread me = current();
        if (me == null || me.role() != SimThread.Role.DISPATCHER) {
            action.run();
            return;
        }
        SimNode before = me.actFor(process);
        try {
            action.run();
        } catch (SimulatedDeath death) {
            // The process was killed in the middle of it.
        } finally {
            me.actFor(before);
        }
    }

    void fault(String where, Throwable fault) {
        faults.add(where, fault);
    }
}
