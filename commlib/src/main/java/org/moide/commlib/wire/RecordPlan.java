package org.moide.commlib.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * Takes records of a class apart into their components. Immutable. It is separate from {@link RecordMaker}, because a
 * maker costs some tenths of a millisecond at the start of a JVM, and most records are only taken apart in the process
 * that writes them.
 */
public final class RecordPlan {
    private static final ClassValue<RecordPlan> PLANS = new ClassValue<>() {
        @Override
        protected RecordPlan computeValue(Class<?> type) {
            return new RecordPlan(type);
        }
    };

    private final Class<?>[] types;
    private final MethodHandle[] accessors;
    private final boolean extensible;

    private RecordPlan(Class<?> type) {
        extensible = Travelling.isExtensible(type);
        RecordComponent[] components = type.getRecordComponents();
        types = new Class<?>[components.length];
        accessors = new MethodHandle[components.length];
        try {
            for (int index = 0; index < components.length; index++) {
                types[index] = components[index].getType();
                components[index].getAccessor().setAccessible(true);
                accessors[index] = MethodHandles.lookup()
                        .unreflect(components[index].getAccessor())
                        .asType(MethodType.methodType(Object.class, Object.class));
            }
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("every record has its accessors: " + type, impossible);
        }
    }

    /**
     * Returns the plan that takes records of a class apart.
     *
     * @param type a record
     * @throws RuntimeException if its module is closed to MOIDE
     */
    public static RecordPlan of(Class<?> type) {
        return PLANS.get(type);
    }

    /**
     * Returns whether encoded records of this class contain the number of their components, so that versions may differ
     * in it.
     */
    boolean isExtensible() {
        return extensible;
    }

    /** Returns the number of components of the record class. */
    public int components() {
        return accessors.length;
    }

    /** Returns the declared type of a component. */
    public Class<?> type(int index) {
        return types[index];
    }

    /** Returns a component of a record. */
    public @Nullable Object component(Object value, int index) {
        try {
            return (@Nullable Object) accessors[index].invokeExact(value);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
