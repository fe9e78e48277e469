package org.moide.commlib.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** How records of a class are taken apart, and put together by their constructor, which checks them. Immutable. */
final class RecordPlan {
    private static final ClassValue<RecordPlan> PLANS = new ClassValue<>() {
        @Override
        protected RecordPlan computeValue(Class<?> type) {
            return new RecordPlan(type);
        }
    };

    private final MethodHandle[] accessors;
    private final MethodHandle constructor;

    private RecordPlan(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        accessors = new MethodHandle[components.length];
        try {
            for (int index = 0; index < components.length; index++) {
                types[index] = components[index].getType();
                components[index].getAccessor().setAccessible(true);
                accessors[index] = MethodHandles.lookup()
                        .unreflect(components[index].getAccessor())
                        .asType(MethodType.methodType(Object.class, Object.class));
            }
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            constructor = MethodHandles.lookup()
                    .unreflectConstructor(canonical)
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("every record has its constructor and accessors: " + type, impossible);
        }
    }

    /** @param type a record */
    static RecordPlan of(Class<?> type) {
        return PLANS.get(type);
    }

    int components() {
        return accessors.length;
    }

    @Nullable
    Object component(Object value, int index) {
        try {
            return (@Nullable Object) accessors[index].invokeExact(value);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    /** @throws RuntimeException what the constructor throws, or that a component is of another class */
    Object make(@Nullable Object[] components) {
        try {
            return (Object) constructor.invokeExact(components);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
