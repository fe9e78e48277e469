package org.moide.engine.executor;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.loading.CallLoader;
import org.moide.engine.loading.CallLoader.Variable;
import org.moide.engine.loading.ProgramCodec;

/**
 * Reads and runs calls that bring their classes along ({@link CarriedClasses}). A call that reads variables, which are
 * static fields of its classes, has these classes to itself while it runs, with the values that came with it. The next
 * call with the same classes and values takes them over.
 *
 * <p>Concurrency: any thread. {@code idle} is guarded by itself.
 */
public final class CarriedCalls {
    /** The most classes with values that wait for a next call, so that old values are let go. */
    private static final int MOST_IDLE = 16;

    /** The most bytes of classes and values that wait for a next call, for each. */
    private static final int MOST_IDLE_BYTES = 1 << 20;

    private final ClassLoader above;
    private final Consumer<Map<String, byte[]>> learns;
    private final ObjectCodec plain;
    private final SharedValue.Source shared;
    private final Codecs codecs;
    private final Deque<Own> idle = new ArrayDeque<>(); // the latest first

    /** Makes codecs for the classes of one call. */
    public interface Codecs {
        /** Returns a codec whose calls find classes by this loader, and shared values here. */
        ObjectCodec of(CallLoader loader, SharedValue.Source shared);
    }

    /** A use of a call. */
    public interface Use<T extends @Nullable Object, X extends Exception> {
        /**
         * Uses a call, while its variables have their values.
         *
         * @param codec encodes and decodes objects of its classes
         */
        T of(@Nullable Object call, ObjectCodec codec) throws X;
    }

    /**
     * @param above finds the classes of calls without variables, and all that calls do not bring along
     * @param learns takes the classes of each call, by name, for {@code above}
     * @param plain decodes calls without variables
     */
    public CarriedCalls(
            ClassLoader above,
            Consumer<Map<String, byte[]>> learns,
            ObjectCodec plain,
            SharedValue.Source shared,
            Codecs codecs) {
        this.above = above;
        this.learns = learns;
        this.plain = plain;
        this.shared = shared;
        this.codecs = codecs;
    }

    /** Reads a call only to look at it: its variables have no values. */
    @Nullable
    Object look(byte[] bytes) {
        return plain.decode(
                HeadedCall.callOf(CarriedClasses.isForm(bytes) ? learnt(bytes).call() : bytes));
    }

    /** Reads a call and uses it. */
    public <T extends @Nullable Object, X extends Exception> T use(byte[] bytes, Use<T, X> use) throws X {
        if (!CarriedClasses.isForm(bytes)) {
            return use.of(HeadedCall.decoded(bytes, plain), plain);
        }
        CarriedClasses.Carried carried = learnt(bytes);
        if (carried.fields().areNone()) {
            return use.of(HeadedCall.decoded(carried.call(), plain), plain);
        }
        Own own = own(carried, ByteBuffer.wrap(bytes, 0, carried.headBytes()));
        try {
            own.set(carried.fields());
            return use.of(HeadedCall.decoded(carried.call(), own.codec), own.codec);
        } finally {
            letGo(own);
        }
    }

    private CarriedClasses.Carried learnt(byte[] bytes) {
        CarriedClasses.Carried carried = CarriedClasses.read(bytes);
        learns.accept(carried.classes());
        return carried;
    }

    private Own own(CarriedClasses.Carried carried, ByteBuffer head) {
        synchronized (idle) {
            for (Iterator<Own> each = idle.iterator(); each.hasNext(); ) {
                Own own = each.next();
                if (own.head.equals(head)) {
                    each.remove();
                    return own;
                }
            }
        }
        byte[] copy = new byte[head.remaining()];
        head.duplicate().get(copy);
        return new Own(ByteBuffer.wrap(copy), carried.classes());
    }

    private void letGo(Own own) {
        if (own.head.limit() > MOST_IDLE_BYTES) {
            return;
        }
        synchronized (idle) {
            idle.addFirst(own);
            if (idle.size() > MOST_IDLE) {
                idle.removeLast();
            }
        }
    }

    /** Classes that belong to one call at a time. */
    private final class Own implements SharedValue.Source {
        private final ByteBuffer head; // the same classes and values are encoded in the same bytes
        private final Map<String, byte[]> classes;
        private final CallLoader loader;
        private final ObjectCodec codec;
        private final Map<Long, Object> copies = new HashMap<>(); // of shared values; guarded by itself
        private final Set<Long> others = new HashSet<>(); // shared values of other classes; guarded by copies

        Own(ByteBuffer head, Map<String, byte[]> classes) {
            this.head = head;
            this.classes = classes;
            this.loader = new CallLoader(above, classes);
            this.codec = codecs.of(loader, this);
        }

        /** Sets all fields, also if they were set before: a call may have changed what they refer to. */
        void set(CarriedClasses.Fields fields) {
            List<?> values = fields.valued().isEmpty() ? List.of() : (List<?>) codec.decode(fields.values());
            if (Objects.requireNonNull(values).size() != fields.valued().size()) {
                throw new IllegalArgumentException(
                        "expected " + fields.valued().size() + " values of variables, found " + values.size());
            }
            Iterator<Variable> variables = fields.valued().iterator();
            values.forEach(value -> loader.set(variables.next(), value));
        }

        /** Returns a shared value, as a copy of this call's classes if there are objects of these in it. */
        @Override
        public Object value(long id) throws InterruptedException {
            Object value = shared.value(id);
            synchronized (copies) {
                if (others.contains(id)) {
                    return value;
                }
                if (copies.containsKey(id) || isOfTheseClasses(value)) {
                    return copies.computeIfAbsent(id, first -> copied(value));
                }
                others.add(id);
                return value;
            }
        }

        private boolean isOfTheseClasses(Object value) {
            return ProgramCodec.parts(value, Integer.MAX_VALUE).classes().stream()
                    .anyMatch(type -> classes.containsKey(element(type).getName()));
        }

        private static Class<?> element(Class<?> type) {
            Class<?> element = type;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            return element;
        }

        private Object copied(Object value) {
            return Objects.requireNonNull(codec.decode(plain.encode(value)), "a shared value");
        }

        @Override
        public void close(long id) {
            shared.close(id);
        }
    }
}
