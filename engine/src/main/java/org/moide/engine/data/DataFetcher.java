package org.moide.engine.data;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataOutput;
import org.moide.balance.data.DataPlace;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.engine.control.Backoff;
import org.moide.engine.control.Timing;

/**
 * Locates data objects by asking the coordinator, and fetches them from their holders. It makes the blocking calls on
 * its own threads, because the control thread and compute threads must not block. Locating and fetching have separate
 * threads, so that a thread that waits for an answer does not delay a fetch.
 *
 * <p>Concurrency: the engine's control thread calls; the fetcher's threads share {@code transfers}, which is
 * concurrent.
 */
final class DataFetcher implements AutoCloseable {
    /**
     * The number of threads that fetch, and so of fetches at a time, each of one object or a group of small ones. It is
     * enough for two classes of tasks that read two objects each, as is usual. A fetching thread waits for the network
     * nearly all the time.
     */
    private static final int FETCHERS = 4;

    /**
     * The number of threads that call the coordinator. Two of them locate the objects of two classes of tasks; the
     * others report failed fetches and the objects that this engine has.
     */
    private static final int ASKERS = 4;

    /**
     * Pause before a question to the coordinator is repeated. The coordinator usually holds a question until it has an
     * answer, but may return without one.
     */
    private static final long PAUSE_NANOS = 1_000_000;

    @FunctionalInterface
    interface Holders {
        /** Returns the holder with this member number; null if there is none. */
        @Nullable
        DataHolder of(int member);
    }

    /**
     * A running fetch. The thread that fetches writes the fields, except {@code givenUp}; the control thread reads
     * them.
     */
    private static final class Transfer {
        private final List<DataOutput.Fetch> fetches;
        private final int holder;
        private volatile long lastNanos; // the time at which the latest piece arrived
        private volatile boolean givenUp; // the control thread does not wait for this transfer any more

        Transfer(List<DataOutput.Fetch> fetches, long nowNanos) {
            this.fetches = fetches;
            this.holder = fetches.get(0).holder();
            this.lastNanos = nowNanos;
        }

        List<Long> ids() {
            return fetches.stream().map(DataOutput.Fetch::id).toList();
        }
    }

    private final int seat;
    private final DataSpace space;
    private final Holders holders;
    private final HeldObjects held;
    private final Consumer<DataAnswer> answers;
    private final Timing timing;
    private final Ticker ticker;
    private final DataThreads askers;
    private final DataThreads fetchers;
    private final Set<Transfer> transfers = ConcurrentHashMap.newKeySet();

    /**
     * Creates the fetcher. Its threads start with the first job.
     *
     * @param role the prefix of the threads' names
     * @param whenBroken called on one of the threads with the reason, when the coordinator has not answered for too
     *     long
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
            Surroundings around) {
        this.seat = seat;
        this.space = space;
        this.holders = holders;
        this.held = held;
        this.answers = answers;
        this.timing = timing;
        this.ticker = around.ticker();
        Consumer<RemoteCallException> whenUnreachable = why -> {
            whenBroken.accept("the coordinator's data objects cannot be reached: " + why.getMessage());
            close();
        };
        this.askers = new DataThreads(role + "-data-asking", ASKERS, whenUnreachable, around);
        this.fetchers = new DataThreads(role + "-data", FETCHERS, whenUnreachable, around);
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    void sizes(List<Long> ids) {
        askers.add(() -> answers.accept(new DataAnswer.Located(asked(askers, () -> space.sizes(ids)))));
    }

    /**
     * Asks the coordinator from which holder to fetch these objects. Does not block.
     *
     * @param lost the objects among {@code ids} that the holder named before did not deliver
     */
    void locate(List<Long> ids, List<Long> lost) {
        askers.add(() -> {
            if (!lost.isEmpty()) {
                told(askers, () -> space.notFetched(seat, lost, true));
            }
            locateOpen(ids);
        });
    }

    /** Fetches one object, or several small ones, from one holder. Does not block. */
    void fetch(List<DataOutput.Fetch> fetches) {
        fetchers.add(() -> bring(fetches));
    }

    /**
     * Gives up transfers from members that have left, or from which no piece has arrived within {@code patienceNanos}.
     * Transfers from the coordinator are never given up, because the run cannot continue without it.
     *
     * @return the objects of the transfers that were given up
     */
    List<Long> giveUp(IntPredicate isThere, long patienceNanos, long nowNanos) {
        if (transfers.isEmpty()) {
            return List.of();
        }
        List<Long> ids = new ArrayList<>();
        for (Transfer transfer : List.copyOf(transfers)) {
            boolean late = nowNanos - transfer.lastNanos > patienceNanos;
            boolean hopeless = transfer.holder != Membership.ROOT && (late || !isThere.test(transfer.holder));
            if (hopeless && transfers.remove(transfer)) { // if the transfer is gone, it has just completed
                transfer.givenUp = true;
                ids.addAll(transfer.ids());
                fetchers.isStuck();
            }
        }
        ids.sort(Long::compare);
        return ids;
    }

    void notFetched(List<Long> ids, boolean lost) {
        askers.add(() -> told(askers, () -> space.notFetched(seat, ids, lost)));
    }

    void kept(List<Long> ids) {
        askers.add(() -> told(askers, () -> space.kept(seat, ids)));
    }

    void dropped(List<Long> ids) {
        askers.add(() -> told(askers, () -> space.dropped(seat, ids)));
    }

    /** Ends the threads, without waiting for them. Any thread; a second call has no effect. */
    @Override
    public void close() {
        askers.close();
        fetchers.close();
    }

    // --- the fetcher's threads --------------------------------------------------------------------------------------

    /** Repeats a call to the coordinator until it answers, or throws when it has been silent for too long. */
    private <V> V asked(DataThreads by, Supplier<V> call) throws InterruptedException {
        return by.answered(call, new Backoff(timing, ticker), () -> false);
    }

    private void told(DataThreads by, Runnable call) throws InterruptedException {
        asked(by, () -> {
            call.run();
            return true;
        });
    }

    /** Asks the coordinator once. Objects without an answer are asked for again, behind questions that wait already. */
    private void locateOpen(List<Long> ids) throws InterruptedException {
        List<DataPlace> places = asked(askers, () -> space.locate(seat, ids));
        Set<Long> open = new LinkedHashSet<>(ids);
        places.forEach(place -> open.remove(place.id()));
        if (places.isEmpty()) {
            askers.rest(PAUSE_NANOS);
        } else {
            answers.accept(new DataAnswer.Located(places));
        }
        if (!open.isEmpty()) {
            askers.add(() -> locateOpen(List.copyOf(open)));
        }
    }

    private void bring(List<DataOutput.Fetch> fetches) throws InterruptedException {
        Transfer transfer = new Transfer(fetches, ticker.nanoTime());
        transfers.add(transfer);
        List<byte[]> objects = List.of();
        try {
            objects = objects(transfer);
        } catch (InterruptedException stray) {
            if (transfers.remove(transfer)) {
                throw stray; // the job is repeated, and fetches the objects again
            }
        }
        if (!transfers.remove(transfer)) { // the transfer was given up; the objects are fetched from another holder
            fetchers.isBack();
            return;
        }
        List<Long> fetched = new ArrayList<>();
        List<Long> failed = new ArrayList<>();
        for (int index = 0; index < fetches.size(); index++) {
            DataOutput.Fetch fetch = fetches.get(index);
            byte[] bytes = index < objects.size() ? objects.get(index) : HeldObjects.NOTHING;
            if (bytes.length == fetch.bytes()) {
                held.keep(fetch.id(), bytes);
                fetched.add(fetch.id());
            } else {
                failed.add(fetch.id());
            }
        }
        if (!failed.isEmpty()) {
            answers.accept(new DataAnswer.Failed(failed));
        }
        if (!fetched.isEmpty()) {
            told(fetchers, () -> space.kept(seat, fetched));
            answers.accept(new DataAnswer.Fetched(fetched));
        }
    }

    /**
     * Returns the objects in the order of the fetches. The list is shorter, or an object is truncated, if the holder
     * lacks it or does not answer.
     */
    private List<byte[]> objects(Transfer transfer) throws InterruptedException {
        DataHolder holder = holders.of(transfer.holder);
        if (holder == null) {
            return List.of();
        }
        DataOutput.Fetch first = transfer.fetches.get(0);
        if (transfer.fetches.size() > 1) {
            List<byte[]> objects = answer(transfer, () -> holder.objects(transfer.ids()));
            return objects == null ? List.of() : objects;
        }
        byte[] bytes = new byte[Math.toIntExact(first.bytes())];
        for (int at = 0; at < bytes.length; at += DataHolder.PIECE_BYTES) {
            int offset = at;
            int length = Math.min(DataHolder.PIECE_BYTES, bytes.length - at);
            byte[] piece = answer(transfer, () -> holder.piece(first.id(), offset, length));
            if (piece == null || piece.length != length) {
                return List.of();
            }
            System.arraycopy(piece, 0, bytes, at, piece.length);
            transfer.lastNanos = ticker.nanoTime();
        }
        return List.of(bytes);
    }

    /**
     * Calls a holder, and repeats the call if a broken link lost the answer. Returns null if there is no answer;
     * another holder may have the objects.
     */
    private <V> @Nullable V answer(Transfer transfer, Supplier<V> call) throws InterruptedException {
        if (transfer.holder == Membership.ROOT) {
            return asked(fetchers, call);
        }
        try {
            return fetchers.answered(call, new Backoff(timing, timing.call(), ticker), () -> transfer.givenUp);
        } catch (RemoteCallException none) {
            return null;
        }
    }
}
