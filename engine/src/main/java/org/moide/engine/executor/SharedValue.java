package org.moide.engine.executor;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Shared;

/**
 * A reference to a shared value by its number. A call contains it instead of the value. The decoder of a call binds it
 * to the process's values. Any thread.
 */
public final class SharedValue<T> implements Shared<T> {
    private static final long serialVersionUID = 1L;

    private final long id;
    private final transient @Nullable Source source;

    /** The shared values of a process. */
    public interface Source {
        /**
         * Returns the value of this number. Blocks until it has arrived.
         *
         * @throws IllegalStateException if the value does not exist or was closed
         */
        Object value(long id) throws InterruptedException;

        /** Ends the sharing of a value. */
        void close(long id);
    }

    /** @param id the ID of the shared data object, which is negative */
    public SharedValue(long id, Source source) {
        this.id = id;
        this.source = source;
    }

    /** Returns a reference that is bound to this source, if {@code read} is one; returns other objects unchanged. */
    public static Object bound(Object read, Source source) {
        return read instanceof SharedValue<?> shared ? new SharedValue<>(shared.id, source) : read;
    }

    public long id() {
        return id;
    }

    @Override
    @SuppressWarnings("unchecked") // the value that was shared under this number has the type T
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
