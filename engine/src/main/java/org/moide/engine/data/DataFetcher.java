package org.moide.engine.data;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataOutput;
import org.moide.balance.data.DataPlace;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.engine.timing.Backoff;
import org.moide.engine.timing.Timing;

/**
 * Asks the coordinator for data objects and brings them, on threads of its own: calls block, and neither the control thread
 * nor compute threads may.
 *
 * <p>Concurrency: {@code jobs}, {@code started} and {@code closed} are guarded by {@code jobs}; the signal is raised without
 * it.
 */
final class DataFetcher implements AutoCloseable {
    /** As many as one engine fetches at a time: two classes of two objects are usual. Each waits nearly all its time. */
    private static final int THREADS = 4;

    /** Calls that nobody waits for any more end by their deadline; until then other threads do their threads' work. */
    private static final int MOST_THREADS = 4 * THREADS;

    /** While others are served first, an engine asks again after so long, then after twice as long ... */
    private static final long FIRST_PAUSE_NANOS = 1_000_000;

    private static final long LONGEST_PAUSE_NANOS = 32_000_000;

    /** ... and after so long it does not wait for its turn any more. */
    private static final long PATIENCE_NANOS = 2_000_000_000L;

    /** A holder that is given an object to give. */
    @FunctionalInterface
    interface Holders {
        /** Null if there is none of this number. */
        @Nullable
        DataHolder of(int member);
    }

    /** An object on its way. Written by its thread, but for {@code givenUp}; read by the control thread. */
    private static final class Transfer {
        private final long id;
        private final int holder;
        private volatile long lastNanos; // when the latest piece came
        private volatile boolean givenUp; // the control thread does not wait for it any more

        Transfer(long id, int holder, long nowNanos) {
            this.id = id;
            this.holder = holder;
            this.lastNanos = nowNanos;
        }
    }

    private interface Job {
        void run() throws InterruptedException;
    }

    private final String role;
    private final int seat;
    private final DataSpace space;
    private final Holders holders;
    private final HeldObjects held;
    private final Consumer<DataAnswer> answers;
    private final Consumer<String> whenBroken;
    private final Timing timing;
    private final Ticker ticker;
    private final Signal changed;
    private final ThreadFactory threads;
    private final Deque<Job> jobs = new ArrayDeque<>();
    private final Set<Transfer> transfers = ConcurrentHashMap.newKeySet();
    private int started;
    private int stuck; // threads whose transfer was given up: others do their work
    private boolean closed;

    /**
     * Without threads; they start with the first job.
     *
     * @param role what their names begin with
     * @param whenBroken told why, on one of them, when the coordinator does not answer for too long
     */
    DataFetcher(
            String role,
            int seat,
            DataSpace space,
            Holders holders,
            HeldObjects held,
            Consumer<DataAnswer> answers,
            Consumer<String> whenBroken,
            Timing timing,
            Ticker ticker,
            Signal.Factory signals,
            ThreadFactory threads) {
        this.role = role;
        this.seat = seat;
        this.space = space;
        this.holders = holders;
        this.held = held;
        this.answers = answers;
        this.whenBroken = whenBroken;
        this.timing = timing;
        this.ticker = ticker;
        this.changed = signals.create();
        this.threads = threads;
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    void sizes(List<Long> ids) {
        add(() -> answers.accept(new DataAnswer.Located(asked(() -> space.sizes(ids)))));
    }

    void locate(long id) {
        add(() -> answers.accept(new DataAnswer.Located(List.of(located(id)))));
    }

    /** As {@link #locate}, after who was named before turned out not to have it. */
    void locateAnother(long id) {
        add(() -> {
            told(() -> space.notFetched(seat, id, true));
            answers.accept(new DataAnswer.Located(List.of(located(id))));
        });
    }

    void fetch(DataOutput.Fetch fetch) {
        add(() -> bring(fetch));
    }

    /**
     * Gives up transfers from members that are not there any more, or from which no piece has come for so long, and says of which
     * objects. The coordinator is waited for: without it all ends.
     */
    List<Long> giveUp(IntPredicate isThere, long patienceNanos, long nowNanos) {
        if (transfers.isEmpty()) {
            return List.of();
        }
        List<Long> ids = new ArrayList<>();
        for (Transfer transfer : List.copyOf(transfers)) {
            boolean late = nowNanos - transfer.lastNanos > patienceNanos;
            boolean hopeless = transfer.holder != Membership.ROOT && (late || !isThere.test(transfer.holder));
            if (hopeless && transfers.remove(transfer)) { // else it has just come
                transfer.givenUp = true;
                ids.add(transfer.id);
                synchronized (jobs) {
                    stuck++;
                }
            }
        }
        ids.sort(Long::compare);
        return ids;
    }

    void notFetched(long id, boolean lost) {
        add(() -> told(() -> space.notFetched(seat, id, lost)));
    }

    void kept(long id) {
        add(() -> told(() -> space.kept(seat, id)));
    }

    void dropped(long id) {
        add(() -> told(() -> space.dropped(seat, id)));
    }

    private void add(Job job) {
        int index = -1;
        synchronized (jobs) {
            if (closed) {
                return;
            }
            jobs.add(job);
            if (started < Math.min(THREADS + stuck, MOST_THREADS)) {
                index = started++;
            }
        }
        if (index >= 0) {
            Thread thread = threads.newThread(this::work);
            thread.setName(role + "-data-" + index);
            thread.start();
        }
        changed.raise();
    }

    /** Ends the threads; does not wait for them. Any thread; again without effect. */
    @Override
    public void close() {
        synchronized (jobs) {
            closed = true;
            jobs.clear();
        }
        changed.raise();
    }

    // --- the fetching threads ---------------------------------------------------------------------------------------

    private void work() {
        while (!isClosed()) {
            try {
                changed.await(this::hasWork, Long.MAX_VALUE);
                Job job = next();
                if (job != null) {
                    job.run();
                }
            } catch (InterruptedException stray) {
                // Closing is seen in any case; an application that shares the process may interrupt any thread.
            } catch (RemoteCallException unreachable) {
                if (!isClosed()) {
                    whenBroken.accept("the coordinator's data objects cannot be reached: " + unreachable.getMessage());
                    close();
                }
            }
        }
    }

    private boolean isClosed() {
        synchronized (jobs) {
            return closed;
        }
    }

    private boolean hasWork() {
        synchronized (jobs) {
            return closed || !jobs.isEmpty();
        }
    }

    private @Nullable Job next() {
        synchronized (jobs) {
            return jobs.poll();
        }
    }

    /** Calls the coordinator again until it answers, or silence has lasted too long. */
    private <V> V asked(Supplier<V> call) throws InterruptedException {
        Backoff backoff = new Backoff(timing, ticker);
        while (true) {
            try {
                return call.get();
            } catch (NotDeliveredException | OutcomeUnknownException noAnswer) {
                if (backoff.isOver() || isClosed()) {
                    throw noAnswer;
                }
                changed.await(this::isClosed, backoff.nextPauseNanos());
            }
        }
    }

    private void told(Runnable call) throws InterruptedException {
        asked(() -> {
            call.run();
            return true;
        });
    }

    private DataPlace located(long id) throws InterruptedException {
        long endNanos = ticker.nanoTime() + PATIENCE_NANOS;
        long pauseNanos = FIRST_PAUSE_NANOS;
        while (true) {
            boolean patient = ticker.nanoTime() < endNanos;
            DataPlace place = asked(() -> space.locate(seat, id, patient));
            if (place.holder() != DataSpace.LATER || isClosed()) {
                return place;
            }
            changed.await(this::isClosed, pauseNanos);
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        }
    }

    private void bring(DataOutput.Fetch fetch) throws InterruptedException {
        Transfer transfer = new Transfer(fetch.id(), fetch.holder(), ticker.nanoTime());
        transfers.add(transfer);
        byte[] bytes = whole(fetch, transfer);
        if (!transfers.remove(transfer)) { // given up: the object is, or was, fetched from another
            synchronized (jobs) {
                stuck--;
            }
            return;
        }
        if (bytes == null) {
            answers.accept(new DataAnswer.Failed(fetch.id()));
            return;
        }
        held.keep(fetch.id(), bytes);
        told(() -> space.kept(seat, fetch.id()));
        answers.accept(new DataAnswer.Fetched(fetch.id()));
    }

    /** Null if its holder does not have it, or does not answer. */
    private byte @Nullable [] whole(DataOutput.Fetch fetch, Transfer transfer) throws InterruptedException {
        DataHolder holder = holders.of(fetch.holder());
        if (holder == null) {
            return null;
        }
        byte[] bytes = new byte[Math.toIntExact(fetch.bytes())];
        for (int at = 0; at < bytes.length; at += DataHolder.PIECE_BYTES) {
            byte[] piece = piece(holder, transfer, at, Math.min(DataHolder.PIECE_BYTES, bytes.length - at));
            if (piece == null) {
                return null;
            }
            System.arraycopy(piece, 0, bytes, at, piece.length);
            transfer.lastNanos = ticker.nanoTime();
        }
        return bytes;
    }

    /** A piece that did not come for a broken link is asked for again. */
    private byte @Nullable [] piece(DataHolder holder, Transfer transfer, int offset, int length)
            throws InterruptedException {
        Backoff backoff = new Backoff(timing, timing.call(), ticker);
        while (!isClosed() && !transfer.givenUp) {
            try {
                byte[] piece = holder.piece(transfer.id, offset, length);
                return piece.length == length ? piece : null;
            } catch (NotDeliveredException | OutcomeUnknownException noAnswer) {
                if (backoff.isOver()) {
                    return null;
                }
                changed.await(() -> isClosed() || transfer.givenUp, backoff.nextPauseNanos());
            } catch (RemoteCallException refused) {
                return null;
            }
        }
        return null;
    }
}
