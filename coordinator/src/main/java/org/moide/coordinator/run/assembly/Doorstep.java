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
 * Receives the calls of engines until the run's session exists. The start of engines takes longest, so it is ordered
 * before the session is created. Calls wait for the session; reports that an engine has ended are kept for it.
 * Thread-safe.
 */
final class Doorstep implements Coordinator {
    private final Duration most;
    private final CompletableFuture<Coordinator> inside = new CompletableFuture<>();
    private final List<Ended> early = new ArrayList<>(); // guarded by this, like the following fields
    private @Nullable BiConsumer<Integer, MemberDeath> whenEnded;

    private record Ended(int engine, MemberDeath death) {}

    /**
     * Creates the object.
     *
     * @param most how long a call waits for the session before it fails
     */
    Doorstep(Duration most) {
        this.most = most;
    }

    /**
     * Sets the session. From now on it gets all calls, and first the reports that were kept.
     *
     * @param told receives the number of each engine that has ended, and the way in which it ended
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

    /** Tells the session that an engine's process has ended, now or as soon as the session exists. */
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

    /** Makes all waiting calls fail if there is no session yet, because none will be created any more. */
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
