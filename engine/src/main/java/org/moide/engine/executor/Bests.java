package org.moide.engine.executor;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.engine.Best;

/**
 * The best values ({@link Best}) that a process knows: those that were made here, and those that calls have brought. An
 * improvement goes to all other processes of the executor, each of which compares for itself. A process that meets a
 * best value for the first time asks the one where it was made, because improvements may have passed before. A value is
 * forgotten when no call, and nothing else here, refers to it.
 *
 * <p>Several improvements within a millisecond are told together, by the last of them. {@link #flush} tells what is left
 * before a call's answer leaves: so the answer of a call comes after its improvements.
 *
 * <p>Concurrency: any thread. {@code cells} is guarded by itself. A thread that tells is in {@code telling}, so that
 * {@link #flush} returns after all earlier improvements are told; of the program's code only encoding runs then.
 */
public final class Bests {
    /** The time between two improvements of the same value that are told. */
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Way way;
    private final Ticker ticker;
    private final Turn telling;
    private final Map<Long, List<WeakReference<BestCell<?>>>> cells = new HashMap<>();
    /** The cells whose improvement is not told yet. Without this, it could be lost with the call that made it. */
    private final Set<BestCell<?>> kept = ConcurrentHashMap.newKeySet();

    private final Queue<Long> questions = new ConcurrentLinkedQueue<>();
    private volatile boolean any; // whether there was ever a value
    private volatile boolean untold; // whether there may be improvements that were not told
    private final AtomicLong told = new AtomicLong(); // number of improvements

    /** The way to the other processes. Any thread. */
    public interface Way {
        /** Sends an improvement to all. */
        void tell(long id, byte[] value);

        /** Asks the process that made a best value to tell it. */
        void ask(long id);

        /** Has {@link Bests#tick} be called within some milliseconds. */
        void tickSoon();

        /** Notes that a value from elsewhere could not be compared, and was dropped. */
        void fault(Throwable why);
    }

    /** @param signals makes the signal on which a thread waits while another one tells */
    public Bests(Way way, Ticker ticker, Signal.Factory signals) {
        this.telling = new Turn(signals.create());
        this.way = way;
        this.ticker = ticker;
    }

    /**
     * Makes a best value.
     *
     * @param id a number that no other one has
     * @param codec decodes values from other processes
     * @param encodes encodes a value of this process, or throws if it cannot be sent
     * @throws IllegalArgumentException if the first value cannot be sent
     */
    public <T> Best<T> make(
            long id, T first, Comparator<? super T> order, ObjectCodec codec, Function<Object, byte[]> encodes) {
        byte[] bytes = BestCell.encoded(Objects.requireNonNull(first, "initial"), encodes);
        BestCell<T> cell =
                new BestCell<>(id, order, codec, encodes, true, new BestCell.Known<>(first, bytes), longAgo(), this);
        synchronized (cells) {
            add(cell);
        }
        return BestValue.of(cell);
    }

    private long longAgo() {
        return ticker.nanoTime() - LEAST_NANOS;
    }

    /** Binds a decoded reference to what this process knows of it; returns other objects unchanged. */
    public Object bound(Object read, ObjectCodec codec) {
        return read instanceof BestValue<?> best ? bind(best, codec) : read;
    }

    private <T> Object bind(BestValue<T> read, ObjectCodec codec) {
        T carried = read.carried();
        if (carried == null) {
            return read;
        }
        BestCell.Known<T> value = new BestCell.Known<>(carried, null);
        BestCell<T> cell;
        boolean first;
        synchronized (cells) {
            BestCell<T> known = known(read.id(), codec);
            first = known == null;
            cell = known == null
                    ? new BestCell<>(read.id(), read.order(), codec, codec::encode, false, value, longAgo(), this)
                    : known;
            if (first) {
                add(cell);
            }
        }
        if (first) {
            way.ask(read.id());
        } else {
            cell.improve(value);
        }
        return BestValue.of(cell);
    }

    /** Binds a decoded reference if the value was made here; returns other objects unchanged. */
    public Object boundIfOwn(Object read) {
        if (read instanceof BestValue<?> best) {
            for (BestCell<?> each : cells(best.id())) {
                if (each.isOwn()) {
                    return BestValue.of(each);
                }
            }
        }
        return read;
    }

    @SuppressWarnings("unchecked") // of the same number
    private <T> @Nullable BestCell<T> known(long id, ObjectCodec codec) {
        for (BestCell<?> each : live(id)) {
            if (each.codec() == codec) {
                return (BestCell<T>) each;
            }
        }
        return null;
    }

    private void add(BestCell<?> cell) {
        any = true;
        cells.values().forEach(all -> all.removeIf(each -> each.get() == null));
        cells.values().removeIf(List::isEmpty);
        cells.computeIfAbsent(cell.id(), first -> new ArrayList<>(1)).add(new WeakReference<>(cell));
    }

    private List<BestCell<?>> live(long id) {
        List<BestCell<?>> live = new ArrayList<>(1);
        for (WeakReference<BestCell<?>> each : cells.getOrDefault(id, List.of())) {
            BestCell<?> cell = each.get();
            if (cell != null) {
                live.add(cell);
            }
        }
        return live;
    }

    private List<BestCell<?>> cells(long id) {
        synchronized (cells) {
            return live(id);
        }
    }

    private List<BestCell<?>> all() {
        synchronized (cells) {
            List<BestCell<?>> all = new ArrayList<>();
            cells.keySet().forEach(id -> all.addAll(live(id)));
            return all;
        }
    }

    // --- what others say ------------------------------------------------------------------------------------------

    /** Takes an improvement from another process. Returns at once; {@link #tick}, or who asks next, compares it. */
    public void hear(long id, byte[] value) {
        cells(id).forEach(cell -> cell.hear(value));
    }

    /** Takes the question for a value. Returns at once; {@link #tick} answers it, if the value was made here. */
    public void asked(long id) {
        questions.add(id);
    }

    private void answer() {
        for (Long id = questions.poll(); id != null; id = questions.poll()) {
            for (BestCell<?> each : cells(id)) {
                if (each.isOwn()) {
                    way.tell(id, each.encoded());
                }
            }
        }
    }

    /** Notes what went wrong with a value from elsewhere. */
    void fault(Throwable thrown) {
        way.fault(thrown);
    }

    // --- what is told ---------------------------------------------------------------------------------------------

    /** Tells an improvement, now or soon. */
    void improved(BestCell<?> cell, byte[] value) {
        for (BestCell<?> each : cells(cell.id())) {
            if (each != cell) {
                each.hear(value);
            }
        }
        kept.add(cell);
        untold = true;
        if (!tell(List.of(cell), false)) {
            way.tickSoon();
        }
    }

    /** Does what is due: compares what was heard, answers questions, and tells improvements. */
    public void tick() {
        if (!any) {
            return;
        }
        all().forEach(cell -> cell.take(this::fault));
        answer();
        if (untold) {
            untold = false;
            if (!tell(all(), false)) {
                untold = true;
                way.tickSoon();
            }
        }
    }

    /** Tells all improvements now. Returns when those that other threads tell have left, too. */
    public void flush() {
        if (any) {
            tell(all(), true);
        }
    }

    /** Returns the number of improvements that were told. */
    public long told() {
        return told.get();
    }

    /** Tells the improvements of these cells; returns false if one must wait, because another was told just now. */
    private boolean tell(List<BestCell<?>> some, boolean anyway) {
        boolean all = true;
        telling.enter();
        try {
            for (BestCell<?> cell : some) {
                if (!cell.isUntold()) {
                    continue;
                }
                long now = ticker.nanoTime();
                if (!anyway && now - cell.toldNanos() < LEAST_NANOS) {
                    all = false;
                    continue;
                }
                told.incrementAndGet();
                kept.remove(cell); // before it counts as told: who improves it later keeps it again
                way.tell(cell.id(), cell.told(now));
            }
        } finally {
            telling.leave();
        }
        return all;
    }
}
