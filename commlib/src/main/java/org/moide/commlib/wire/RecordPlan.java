package org.moide.commlib.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * Takes records of a class apart. Immutable. Apart from {@link RecordMaker}: the JVM makes classes of its own for each
 * form of constructor, some tenths of a millisecond each when it has just begun, and most records are only taken apart
 * where they are written.
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
     * The plan of a class.
     *
     * @param type a record
     * @throws RuntimeException if its module is closed to us
     */
    public static RecordPlan of(Class<?> type) {
        return PLANS.get(type);
    }

    /** Returns whether the bytes of such records say how many components follow. */
    boolean isExtensible() {
        return extensible;
    }

    /** The number of components. */
    public int components() {
        return accessors.length;
    }

    /** The type of a component as it was declared. */
    public Class<?> type(int index) {
        return types[index];
    }

    /** A component of a record. */
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
