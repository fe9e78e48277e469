package org.moide.engine.executor;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Shared;

/**
 * What calls carry in place of a shared value: its number. Whoever reads it from bytes binds it to the place that has the value.
 * Any thread.
 */
public final class SharedValue<T> implements Shared<T> {
    private static final long serialVersionUID = 1L;

    private final long id;
    private final transient @Nullable Source source;

    /** Where shared values are. */
    public interface Source {
        /**
         * The value of this number; waits until it is there.
         *
         * @throws IllegalStateException if there is none, or not any more
         */
        Object value(long id) throws InterruptedException;

        /** Nobody reads it any more. */
        void close(long id);
    }

    /**
     * A value that is to be had there.
     *
     * @param id below 0, as those of all data objects that are shared
     */
    public SharedValue(long id, Source source) {
        this.id = id;
        this.source = source;
    }

    /** If this is one, it is found there from now on; everything else stays as it is. */
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
