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
 * Asks the coordinator for data objects and fetches them, on threads of its own: calls block, and neither the control
 * thread nor compute threads may. The threads that ask are not those that fetch: a thread that waits for its turn must
 * not delay an object for which others wait.
 *
 * <p>Concurrency: one control thread calls; the threads share {@code transfers}, which is concurrent.
 */
final class DataFetcher implements AutoCloseable {
    /**
     * The number of objects, or groups of small ones, that one engine fetches at a time: two classes of two objects are
     * usual. Each fetching thread waits nearly all its time.
     */
    private static final int FETCHERS = 4;

    /**
     * The number of threads that ask: two classes are asked for at a time, beside reports of what could not be fetched
     * and what is here.
     */
    private static final int ASKERS = 4;

    /**
     * The pause before a question is repeated. The coordinator holds a question until there is an answer, but may
     * return it without one.
     */
    private static final long PAUSE_NANOS = 1_000_000;

    /** The holders that can be asked for objects. */
    @FunctionalInterface
    interface Holders {
        /** Returns the holder of this number; null if there is none. */
        @Nullable
        DataHolder of(int member);
    }

    /**
     * Objects on their way. Written by the thread that fetches them, except {@code givenUp}; read by the control
     * thread.
     */
    private static final class Transfer {
        private final List<DataOutput.Fetch> fetches;
        private final int holder;
        private volatile long lastNanos; // when the latest piece came
        private volatile boolean givenUp; // the control thread does not wait for it any more

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
     * Creates the fetcher without threads; they start with the first job.
     *
     * @param role the beginning of the threads' names
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
     * Asks the coordinator from which holder to fetch objects.
     *
     * @param lost the objects that the holder named before turned out not to have
     */
    void locate(List<Long> ids, List<Long> lost) {
        askers.add(() -> {
            if (!lost.isEmpty()) {
                told(askers, () -> space.notFetched(seat, lost, true));
            }
            locateOpen(ids);
        });
    }

    /** Fetches objects from one holder: one, or several that are small. */
    void fetch(List<DataOutput.Fetch> fetches) {
        fetchers.add(() -> bring(fetches));
    }

    /**
     * Gives up transfers from members that are not there any more, or from which no piece has come within {@code
     * patienceNanos}. The coordinator is never given up: without it the run ends.
     *
     * @return the objects of these transfers
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

    /** Ends the threads; does not wait for them. Any thread; a second call has no effect. */
    @Override
    public void close() {
        askers.close();
        fetchers.close();
    }

    // --- their threads ----------------------------------------------------------------------------------------------

    /** Calls the coordinator again until it answers, or silence has lasted too long. */
    private <V> V asked(DataThreads by, Supplier<V> call) throws InterruptedException {
        return by.answered(call, new Backoff(timing, ticker), () -> false);
    }

    private void told(DataThreads by, Runnable call) throws InterruptedException {
        asked(by, () -> {
            call.run();
            return true;
        });
    }

    /** Asks once. Objects that have no answer yet are asked for again after other questions have had their turn. */
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
                throw stray; // they are brought again
            }
        }
        if (!transfers.remove(transfer)) { // given up: the objects are, or were, fetched from another
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
     * Returns the objects in their order; fewer, or shorter ones, if their holder does not have them or does not
     * answer.
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
     * Calls a holder, again if the answer was lost with a broken link; returns null if there is no answer, since others
     * may have the objects.
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
