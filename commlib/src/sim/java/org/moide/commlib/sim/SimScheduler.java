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
 * Runs blocking code, unchanged, in simulated time. The threads are real, but only the holder of the baton, the right
 * to run, may run. A thread that waits (on a {@link Signal} of {@link #signals}, or for a remote call's answer) passes
 * the baton to the event queue, and time moves when all threads wait. A thread's turn is an event like any other, so
 * the order of turns is drawn from the seed.
 *
 * <p>Events run on a dispatching thread. An event that blocks keeps that thread until it is done, and another thread
 * dispatches meanwhile. So an exported object may block as in a real process.
 *
 * <p>Code must not block in other ways. A thread that sleeps, joins, or waits for a lock or future of another
 * simulated thread stops the run, which fails after 20 s of real time with that thread's stack.
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>{@code run…}, {@code close}, blocking calls while no simulation runs</td>
 * <td>the one thread outside, such as a test's</td></tr>
 * <tr><td>everything else</td><td>the holder of the baton, or the thread outside while no simulation runs</td></tr>
 * <tr><td>all fields</td><td>guarded by the baton</td></tr>
 * </table>
 */
public final class SimScheduler implements AutoCloseable {
    /**
     * The real time without an event after which the run counts as stuck: a hundred times the slowest computation
     * between two waits in tests.
     */
    private static final int STUCK_SECONDS = 20;

    /** The real time that an ended thread gets to leave its last lines of code. */
    private static final Duration THREAD_END = Duration.ofSeconds(5);

    /** The longest simulated time until a thread gets its turn: about the time that a system takes to wake a thread. */
    private static final int WAKE_NANOS = 2_000;

    private final EventQueue queue;
    private final int stuckSeconds;
    private final RandomGenerator turns;
    private final RandomGenerator lateness;
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
    private int lateOnceIn;
    private long mostLateNanos;

    /**
     * The reason for a wait, of a thread that computes or sleeps for some simulated time. Its text is made only when an
     * error shows it.
     */
    private record Spending(Duration span) {
        @Override
        public String toString() {
            return "the end of " + span;
        }
    }

    /** Creates a scheduler that adds threads to {@code queue}; from then on only the scheduler runs the queue. */
    public SimScheduler(EventQueue queue) {
        this(queue, STUCK_SECONDS);
    }

    /** Creates a scheduler that counts a run as stuck after this many seconds of real time without an event. */
    SimScheduler(EventQueue queue, int stuckSeconds) {
        this.queue = queue;
        this.stuckSeconds = stuckSeconds;
        this.turns = queue.random("turns");
        this.lateness = queue.random("late threads");
        this.faults = new Faults(queue);
        this.dispatcher = new Dispatcher(this, baton, faults);
        queue.describeWaiting(() -> WaitReport.of(threads));
    }

    public EventQueue queue() {
        return queue;
    }

    /**
     * Returns the factory of simulated signals, for simulated threads and, while no simulation runs, for the thread
     * outside.
     */
    public Signal.Factory signals() {
        return new Signal.Factory() {
            @Override
            public Signal create() {
                return new SimSignal(SimScheduler.this);
            }

            @Override
            public boolean areSeenInThreadStates() {
                return false;
            }
        };
    }

    /** Returns a fault handler that ends the run. */
    public FaultHandler faults() {
        return faults::add;
    }

    /** Starts a simulated thread that belongs to no process; {@link #run} waits for its end. */
    public Thread start(String name, Runnable task) {
        Thread thread = new SimThread(this, name, null, SimThread.Role.AWAITED, task);
        thread.start();
        return thread;
    }

    /** Makes the calling simulated thread compute or sleep for this simulated time. */
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
     * Runs until every thread of {@code start} has ended.
     *
     * @throws SimulationException if one of them failed, waits for ever, or has not ended after {@code limit}
     */
    public void run(Duration limit) {
        runUntil(() -> threads.stream().noneMatch(thread -> thread.role() == SimThread.Role.AWAITED), limit);
    }

    /**
     * Runs until {@code condition} holds; checks it after every event.
     *
     * @throws SimulationException if it does not hold within {@code limit} of simulated time, if no event is left
     * (then every waiting thread fails too), or if the run failed
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

    /** Runs for this span of simulated time. */
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

    /** Runs events until the dispatcher stops; returns why it stopped. Called by the thread outside the simulation. */
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

    /** Makes every waiting thread fail, gives each a turn to do so, and returns the exception to throw. */
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

    // --- called by simulated threads --------------------------------------------------------------------------------

    /** Returns the thread outside the simulation that runs it, such as a test's. */
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

    /** Returns whether a thread has been started in this simulation and has not ended. */
    boolean runs(SimThread thread) {
        return threads.contains(thread);
    }

    /** Runs a simulated thread from its start to its end, on that thread. */
    void live(SimThread me, Runnable task) {
        try {
            baton.await(me);
            me.resumed();
            task.run();
        } catch (SimulatedDeath death) {
            // Its process was killed.
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

    /** Returns the calling simulated thread; null if the caller is the thread outside, while no simulation runs. */
    @Nullable
    SimThread current() {
        baton.requireTurn();
        return Thread.currentThread() instanceof SimThread me && me.scheduler() == this ? me : null;
    }

    /**
     * Passes the baton on, and returns when the caller has its next turn. An error shows {@code what} as that for which
     * the caller waits.
     */
    void suspend(SimThread me, Object what) {
        requireMayBlock(what);
        me.waitFor(what);
        suspend(me);
    }

    /**
     * Passes the baton on, for a thread that waits on a signal. Returns at a turn at which the condition holds or the
     * time is over, or the thread was interrupted or is made to fail.
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

    /**
     * Runs events that cannot block, until one of them is a thread's turn, and returns that thread. Returns null if
     * the next event needs the dispatcher.
     */
    private @Nullable SimThread nextTurn() {
        chosen = null;
        choosing = true;
        while (chosen == null && queue.isNextPlain() && !dispatcher.stops()) {
            dispatcher.happen();
        }
        choosing = false;
        return chosen;
    }

    /** Plans a turn for a waiting thread, unless it has one. */
    void wake(SimThread thread) {
        baton.requireTurn();
        if (thread.planWake()) {
            long nanos = 1 + turns.nextInt(WAKE_NANOS) + lateNanos(thread);
            queue.after(nanos, thread.turn(), () -> resume(thread)).plain();
        }
    }

    private long lateNanos(SimThread thread) {
        boolean late = lateOnceIn > 0 && thread.process() != null && lateness.nextInt(lateOnceIn) == 0;
        return late ? 1 + lateness.nextLong(mostLateNanos) : 0;
    }

    /**
     * Makes some turns of processes' threads come late from now on, as on a machine that is busy with others.
     *
     * @param onceIn one of so many turns comes late; 0 for none
     * @param most how late a turn comes at most; above 0 if turns come late
     */
    void late(int onceIn, Duration most) {
        lateOnceIn = onceIn;
        mostLateNanos = most.toNanos();
    }

    /** Waits on a signal in the thread outside, running events meanwhile. */
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

    /** Returns true once in {@code onceIn} calls on average, drawn from the seed. */
    boolean chance(int onceIn) {
        return turns.nextInt(onceIn) == 0;
    }

    /** Makes the caller wait for one turn, so that other threads may run before it continues. */
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

    /**
     * Gives its turn to a {@link org.moide.commlib.port.Driver} that has no thread of its own: the holder of the baton
     * runs its rounds.
     */
    private void play(SimThread thread, SimDriver driver) {
        boolean before = choosing;
        choosing = true; // the round must not wait
        playing = true;
        boolean goesOn = false;
        try {
            goesOn = driver.turn();
        } catch (SimulatedDeath death) {
            // Its process was killed.
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

    /** Returns whether the calling thread runs a round of a driver just now, and not its own code. */
    boolean plays() {
        return playing;
    }

    /** Ends a process's threads, each at its next turn. */
    void kill(SimNode process) {
        for (SimThread thread : List.copyOf(threads)) {
            if (thread.process() == process) {
                thread.die();
                thread.forgetWake(); // a paused process may have deferred the planned turn
                wake(thread);
            }
        }
    }

    /** Runs an event of a process on the dispatching thread. The event may block, and dies with the process. */
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
            // The process was killed during the event.
        } finally {
            me.actFor(before);
        }
    }

    void fault(String where, Throwable fault) {
        faults.add(where, fault);
    }
}
