package org.moide.engine.executor;

import java.util.Comparator;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;

/**
 * The best value of one number that a process knows, for calls whose classes one codec finds. Values from other
 * processes wait as bytes until a thread asks, or until {@link Bests#tick}.
 *
 * <p>Concurrency: any thread. No lock is held while the program's comparator or decoding runs. A value that has arrived
 * is taken from the queue only after it was compared, so that a thread which finds the queue empty sees it; two threads
 * may compare the same value.
 */
final class BestCell<T> {
    /** The most bytes of a value: each improvement goes to all engines. */
    static final int MOST_BYTES = 1 << 20;

    private final long id;
    private final Comparator<? super T> order;
    private final ObjectCodec codec;
    private final Function<Object, byte[]> encodes;
    private final boolean own;
    private final Bests bests;
    private final AtomicReference<Known<T>> known;
    private final Queue<byte[]> heard = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Throwable unfit; // the first value from elsewhere that could not be compared here
    private volatile boolean untold; // whether other processes do not know the value yet
    private volatile long toldNanos; // on the ticker of Bests

    /**
     * A value with its encoding.
     *
     * @param encoded null if it came with a call
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Known<T>(T value, byte @Nullable [] encoded) {}

    /**
     * Creates a cell.
     *
     * @param codec decodes values from other processes
     * @param encodes encodes a value of this process, or throws if it cannot be sent
     * @param own whether the best value was made here
     * @param toldNanos the time from which on it counts as told
     */
    BestCell(
            long id,
            Comparator<? super T> order,
            ObjectCodec codec,
            Function<Object, byte[]> encodes,
            boolean own,
            Known<T> first,
            long toldNanos,
            Bests bests) {
        this.id = id;
        this.order = order;
        this.codec = codec;
        this.encodes = encodes;
        this.own = own;
        this.known = new AtomicReference<>(first);
        this.toldNanos = toldNanos;
        this.bests = bests;
    }

    long id() {
        return id;
    }

    Comparator<? super T> order() {
        return order;
    }

    ObjectCodec codec() {
        return codec;
    }

    boolean isOwn() {
        return own;
    }

    private Known<T> known() {
        return Objects.requireNonNull(known.get(), "there is always a value");
    }

    T get() {
        if (!heard.isEmpty()) {
            take(bests::fault);
        }
        Throwable why = unfit;
        if (why != null) { // it may have been the best
            throw new IllegalStateException(
                    "expected a best value that can be compared here, found one from another process that cannot: "
                            + why,
                    why);
        }
        return known().value();
    }

    boolean offer(T candidate) {
        if (order.compare(Objects.requireNonNull(candidate, "candidate"), get()) >= 0) {
            return false;
        }
        byte[] bytes = encoded(candidate, encodes);
        if (!improve(new Known<>(candidate, bytes))) {
            return false;
        }
        untold = true;
        bests.improved(this, bytes);
        return true;
    }

    /**
     * Encodes a value.
     *
     * @throws IllegalArgumentException if it cannot be sent
     */
    static byte[] encoded(Object value, Function<Object, byte[]> encodes) {
        byte[] bytes;
        try {
            bytes = encodes.apply(value);
        } catch (CommException cannot) {
            throw new IllegalArgumentException(cannot.getMessage(), cannot);
        }
        if (bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException("expected a best value of at most " + MOST_BYTES
                    + " bytes, found one of "
                    + bytes.length + ": each goes to all engines; offer what is compared, such as a length, and return"
                    + " the rest");
        }
        return bytes;
    }

    /** Keeps a value if it is better. */
    boolean improve(Known<T> next) {
        while (true) {
            Known<T> now = known();
            if (order.compare(next.value(), now.value()) >= 0) {
                return false;
            }
            if (known.compareAndSet(now, next)) {
                return true;
            }
        }
    }

    /** Takes a value from another process, or from calls of other classes, as bytes. */
    void hear(byte[] value) {
        heard.add(value);
    }

    /** Compares all values that have arrived. */
    @SuppressWarnings("unchecked") // what was offered for a best value of T
    void take(Consumer<Throwable> faults) {
        for (byte[] next = heard.peek(); next != null; next = heard.peek()) {
            try {
                improve(new Known<>((T) Objects.requireNonNull(codec.decode(next), "a best value"), next));
            } catch (RuntimeException | LinkageError thrown) { // the value's classes or the program's comparator
                unfit = unfit == null ? thrown : unfit;
                faults.accept(thrown);
            } finally {
                heard.remove(next);
            }
        }
    }

    /** Returns whether other processes do not know the value yet. */
    boolean isUntold() {
        return untold;
    }

    /** Returns the time at which the value was told last. */
    long toldNanos() {
        return toldNanos;
    }

    /** Returns the encoded value, which is told now. */
    byte[] told(long nanos) {
        toldNanos = nanos;
        untold = false; // before the value is read: a later one is told again
        return encoded();
    }

    /** Returns the encoded value. */
    byte[] encoded() {
        Known<T> now = known();
        byte[] bytes = now.encoded();
        return bytes == null ? encodes.apply(now.value()) : bytes;
    }
}
