package org.moide.engine.executor;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Shared;

/**
 * The number of a shared value, which calls carry in its place. The reader of a call binds it to the place that has the
 * value. Any thread.
 */
public final class SharedValue<T> implements Shared<T> {
    private static final long serialVersionUID = 1L;

    private final long id;
    private final transient @Nullable Source source;

    /** A place that has shared values. */
    public interface Source {
        /**
         * Returns the value of this number; waits until it is there.
         *
         * @throws IllegalStateException if there is no such value, or not any more
         */
        Object value(long id) throws InterruptedException;

        /** Notes that nobody reads the value any more. */
        void close(long id);
    }

    /** @param id below 0, as the IDs of all shared data objects */
    public SharedValue(long id, Source source) {
        this.id = id;
        this.source = source;
    }

    /** Returns a shared value that is bound to this source, if {@code read} is one; everything else as it is. */
    public static Object bound(Object read, Source source) {
        return read instanceof SharedValue<?> shared ? new SharedValue<>(shared.id, source) : read;
    }

    public long id() {
        return id;
    }

    @Override
    @SuppressWarnings("unchecked") // what was shared under this number
    public T value() {
        if (source == null) {
            throw new IllegalStateException(
                    "expected a shared value where it was shared, or in a call of that executor,"
                            + " found it elsewhere");
        }
        try {
            return (T) source.value(id);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while it waited for a shared value");
        }
    }

    @Override
    public void close() {
        if (source != null) {
            source.close(id);
        }
    }
}
