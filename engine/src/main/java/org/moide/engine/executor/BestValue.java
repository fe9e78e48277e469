package org.moide.engine.executor;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Best;

/**
 * A reference to a best value. A call contains the value's number, its order, and the best value that was known when
 * the call was encoded; the decoder of the call binds the reference to what its process knows. Any thread.
 */
final class BestValue<T> implements Best<T> {
    private static final long serialVersionUID = 1L;

    private final long id;

    @SuppressWarnings("serial") // checked when it was made
    private final Comparator<? super T> order;

    @SuppressWarnings("serial") // checked when it was offered
    private final @Nullable T carried; // in an encoded call; null in a bound reference

    private final transient @Nullable BestCell<T> cell;

    private BestValue(long id, Comparator<? super T> order, @Nullable T carried, @Nullable BestCell<T> cell) {
        this.id = id;
        this.order = order;
        this.carried = carried;
        this.cell = cell;
    }

    /** Returns a reference to what this process knows. */
    static <T> BestValue<T> of(BestCell<T> cell) {
        return new BestValue<>(cell.id(), cell.order(), null, cell);
    }

    long id() {
        return id;
    }

    Comparator<? super T> order() {
        return order;
    }

    /** Returns the value that came with an encoded call; null in a bound reference. */
    @Nullable
    T carried() {
        return carried;
    }

    @SuppressWarnings("UnusedMethod") // serialization calls it
    private Object writeReplace() {
        BestCell<T> known = cell;
        return known == null ? this : new BestValue<>(id, order, known.get(), null);
    }

    private BestCell<T> bound() {
        BestCell<T> known = cell;
        if (known == null) {
            throw new IllegalStateException(
                    "expected a best value where it was made, or in a call of that executor," + " found it elsewhere");
        }
        return known;
    }

    @Override
    public T get() {
        return bound().get();
    }

    @Override
    public boolean offer(T candidate) {
        return bound().offer(candidate);
    }
}
