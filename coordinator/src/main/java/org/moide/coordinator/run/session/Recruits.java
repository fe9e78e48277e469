package org.moide.coordinator.run.session;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.Loop;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.NoHostsException;

/**
 * The engines that are being started in a running run. A thread waits for each of them.
 *
 * <p>Thread-safe; the callbacks are called on the waiting threads.
 */
final class Recruits implements AutoCloseable {
    private final ThreadFactory threads;
    private final Signal.Factory signals;
    private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();
    private final Map<Integer, MemberDeath> ended = new ConcurrentHashMap<>();
    private final Recruiter recruiter;

    /**
     * Creates the object without engines.
     *
     * @param recruiter starts the engines
     * @param signals creates the signals with which threads pause before a start
     */
    Recruits(Recruiter recruiter, ThreadFactory threads, Signal.Factory signals) {
        this.recruiter = recruiter;
        this.threads = threads;
        this.signals = signals;
    }

    /**
     * Notes that an engine's process has ended. If the engine is still being started at that time, the
     * {@code endedEarly} that was passed to {@link #recruit} is called when the start is over.
     */
    void ended(int seat, MemberDeath death) {
        ended.putIfAbsent(seat, death);
    }

    /**
     * Starts an engine, in another thread. Then calls {@code made} if the engine is ready, or {@code notMade} if it
     * could not be started. Calls neither if the thread is interrupted.
     *
     * @param endedEarly called after {@code made} if the engine's process has ended meanwhile
     */
    void recruit(
            Recruitment wanted,
            Consumer<AssembledEngine> made,
            Consumer<MemberDeath> endedEarly,
            Consumer<String> notMade) {
        await(
                wanted.seat(),
                () -> {
                    if (wanted.afterNanos() > 0) {
                        signals.create().await(() -> false, wanted.afterNanos());
                    }
                    return recruiter.recruit(wanted);
                },
                made,
                endedEarly,
                notMade);
    }

    /**
     * Waits, in another thread, for an engine that was not ready when the run began. Then calls the callbacks like
     * {@link #recruit}.
     */
    void late(int seat, Consumer<AssembledEngine> made, Consumer<MemberDeath> endedEarly, Consumer<String> notMade) {
        await(
                seat,
                () -> {
                    AssembledEngine engine = recruiter.late(seat);
                    if (!engine.isMade()) {
                        throw new NoHostsException(engine.whyNotMade());
                    }
                    return engine;
                },
                made,
                endedEarly,
                notMade);
    }

    private interface Making {
        AssembledEngine make() throws InterruptedException;
    }

    private void await(
            int seat,
            Making making,
            Consumer<AssembledEngine> made,
            Consumer<MemberDeath> endedEarly,
            Consumer<String> notMade) {
        Thread thread = threads.newThread(Loop.lasting(() -> {
            try {
                made.accept(making.make());
                MemberDeath death = ended.get(seat);
                if (death != null) {
                    endedEarly.accept(death);
                }
            } catch (NoHostsException | PlanException nobody) {
                notMade.accept(String.valueOf(nobody.getMessage()));
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        }));
        thread.setName("coordinator-recruit-" + seat);
        waiting.add(thread);
        thread.start();
    }

    @Override
    public void close() {
        waiting.forEach(Thread::interrupt);
    }
}
