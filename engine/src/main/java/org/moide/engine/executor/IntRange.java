package org.moide.engine.executor;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import org.moide.engine.SerializableIntFunction;
import org.moide.engine.SerializableThrowingFunction;

/** The whole numbers from one to before another, for {@link MapPart}. Immutable; it is encoded in some bytes. */
public final class IntRange extends AbstractList<Object> implements RandomAccess, Serializable {
    private static final long serialVersionUID = 1L;

    private final int from;
    private final int size;

    public IntRange(int from, int size) {
        this.from = from;
        this.size = size;
    }

    @Override
    public Object get(int index) {
        return from + Objects.checkIndex(index, size);
    }

    @Override
    public int size() {
        return size;
    }

    /** The application of a function of whole numbers to elements of a range. */
    public record Mapper(SerializableIntFunction<?> function) implements SerializableThrowingFunction<Object, Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public Object applyOrThrow(Object value) throws Exception {
            return function.apply((Integer) value);
        }
    }
}
