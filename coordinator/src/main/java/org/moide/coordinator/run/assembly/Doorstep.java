package org.moide.coordinator.run.assembly;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.MemberDeath;
import org.moide.commlib.NotDeliveredException;
import org.moide.engine.control.Coordinator;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Posting;

/**
 * The place for engines that come before the run's session exists. Engines are ordered first, since their start takes
 * longest. Calls wait for the session; ended engines are remembered for it. Any thread.
 */
final class Doorstep implements Coordinator {
    private final Duration most;
    private final CompletableFuture<Coordinator> inside = new CompletableFuture<>();
    private final List<Ended> early = new ArrayList<>(); // guarded by this, as what follows is
    private @Nullable BiConsumer<Integer, MemberDeath> whenEnded;

    private record Ended(int engine, MemberDeath death) {}

    /** @param most how long a call waits; after that the caller assumes that no session will come */
    Doorstep(Duration most) {
        this.most = most;
    }

    /**
     * Passes everything on to a session, which exists now.
     *
     * @param told is given the number of each engine that has ended, and why
     */
    void open(Coordinator session, BiConsumer<Integer, MemberDeath> told) {
        List<Ended> before;
        synchronized (this) {
            whenEnded = told;
            before = List.copyOf(early);
            early.clear();
        }
        before.forEach(ended -> told.accept(ended.engine(), ended.death()));
        inside.complete(session);
    }

    /** Notes that an engine's process has ended. */
    void engineEnded(int engine, MemberDeath death) {
        BiConsumer<Integer, MemberDeath> told;
        synchronized (this) {
            told = whenEnded;
            if (told == null) {
                early.add(new Ended(engine, death));
                return;
            }
        }
        told.accept(engine, death);
    }

    /** Says that no session will come if there is none yet. */
    void close() {
        inside.cancel(false);
    }

    private Coordinator inside() {
        Coordinator session = inside.isCompletedExceptionally() ? null : inside.getNow(null);
        return session == null ? awaited() : session;
    }

    private Coordinator awaited() {
        try {
            return inside.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | CancellationException | TimeoutException none) {
            throw new NotDeliveredException("expected a run that goes on, found one that was given up", none);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new NotDeliveredException("interrupted before the run was prepared", ended);
        }
    }

    @Override
    public void post(Posting<EngineReport> posting) {
        inside().post(posting);
    }

    @Override
    public void answered(int engine, byte[] answer) {
        inside().answered(engine, answer);
    }
}
