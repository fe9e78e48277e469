package org.moide.commlib.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** How records of a class are put together: by their constructor, which checks them. Immutable. */
final class RecordMaker {
    private static final ClassValue<RecordMaker> MAKERS = new ClassValue<>() {
        @Override
        protected RecordMaker computeValue(Class<?> type) {
            return new RecordMaker(type);
        }
    };

    private final int components;
    private final MethodHandle constructor;

    private RecordMaker(Class<?> type) {
        RecordComponent[] parts = type.getRecordComponents();
        Class<?>[] types = new Class<?>[parts.length];
        for (int index = 0; index < parts.length; index++) {
            types[index] = parts[index].getType();
        }
        components = parts.length;
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            constructor = MethodHandles.lookup()
                    .unreflectConstructor(canonical)
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("every record has its constructor: " + type, impossible);
        }
    }

    /** @param type a record */
    static RecordMaker of(Class<?> type) {
        return MAKERS.get(type);
    }

    int components() {
        return components;
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
