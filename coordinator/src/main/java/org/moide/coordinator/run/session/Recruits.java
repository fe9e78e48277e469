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
 * Engines that are being made in mid-run. Each has a thread that waits for it.
 *
 * <p>Concurrency: any thread; answers are given on the threads that wait.
 */
final class Recruits implements AutoCloseable {
    private final ThreadFactory threads;
    private final Signal.Factory signals;
    private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();
    private final Map<Integer, MemberDeath> ended = new ConcurrentHashMap<>();
    private final Recruiter recruiter;

    /**
     * Begins without engines.
     *
     * @param recruiter makes the engines
     * @param signals makes the signals by which the threads pause before an engine is made
     */
    Recruits(Recruiter recruiter, ThreadFactory threads, Signal.Factory signals) {
        this.recruiter = recruiter;
        this.threads = threads;
        this.signals = signals;
    }

    /**
     * Notes that a process has ended. If {@code made} was not yet told of its engine, {@code endedEarly} is told after
     * that.
     */
    void ended(int seat, MemberDeath death) {
        ended.putIfAbsent(seat, death);
    }

    /**
     * Requests an engine. Either {@code made} or {@code notMade} is told, unless the wait is interrupted.
     *
     * @param endedEarly told after {@code made} if its process has ended meanwhile
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

    /** Waits for an engine that was late when the run began, and tells its outcome as {@link #recruit} does. */
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
