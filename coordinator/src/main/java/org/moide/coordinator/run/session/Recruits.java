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
 * Engines that are being made in mid-run, each on a thread of its own that waits for it.
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
     * Nobody is being made.
     *
     * @param recruiter makes them
     * @param signals how its threads wait before
     */
    Recruits(Recruiter recruiter, ThreadFactory threads, Signal.Factory signals) {
        this.recruiter = recruiter;
        this.threads = threads;
        this.signals = signals;
    }

    /** A process has ended. One that ends before {@code made} is told of it has its end told again after that. */
    void ended(int seat, MemberDeath death) {
        ended.putIfAbsent(seat, death);
    }

    /**
     * Has an engine made.
     *
     * @param endedEarly told how, after {@code made}, if its process has ended meanwhile
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

    /** Waits for an engine that was late when the run began, and tells what became of it as {@link #recruit} does. */
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
