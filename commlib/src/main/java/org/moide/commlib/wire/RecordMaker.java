package org.moide.commlib.wire;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Creates records of a class by their constructor, which checks them. Immutable.
 *
 * <p>It uses neither a method handle nor reflection for the constructor, because the JVM would generate five classes
 * for each form of constructor (reflection from JDK 18 on). That took a fifth of the time until the first message in a
 * run of two engines. {@link MakerClass} is one small class.
 */
public final class RecordMaker {
    private static final ClassValue<RecordMaker> MAKERS = new ClassValue<>() {
        @Override
        protected RecordMaker computeValue(Class<?> type) {
            return new RecordMaker(type);
        }
    };

    private final Class<?>[] types;
    private final boolean extensible;
    private final Function<@Nullable Object[], Object> constructor;

    private RecordMaker(Class<?> type) {
        RecordComponent[] parts = type.getRecordComponents();
        Class<?>[] types = new Class<?>[parts.length];
        for (int index = 0; index < parts.length; index++) {
            types[index] = parts[index].getType();
        }
        this.types = types;
        extensible = Travelling.isExtensible(type);
        constructor = constructor(type, types);
    }

    private static Function<@Nullable Object[], Object> constructor(Class<?> type, Class<?>[] types) {
        try {
            return MakerClass.of(MethodHandles.privateLookupIn(type, MethodHandles.lookup()), types);
        } catch (IllegalAccessException closed) {
            return reflective(type, types);
        }
    }

    /**
     * Returns a function that calls the constructor by reflection, for a module that does not let MOIDE define classes.
     */
    private static Function<@Nullable Object[], Object> reflective(Class<?> type, Class<?>[] types) {
        try {
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            return components -> called(canonical, components);
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException("every record has its constructor: " + type, impossible);
        }
    }

    private static Object called(Constructor<?> canonical, @Nullable Object[] components) {
        try {
            return canonical.newInstance(components);
        } catch (InvocationTargetException refused) {
            if (refused.getCause() instanceof RuntimeException why) {
                throw why;
            }
            throw new IllegalStateException(refused.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Returns the maker that creates records of a class.
     *
     * @param type a record
     * @throws RuntimeException if its module is closed to MOIDE
     */
    public static RecordMaker of(Class<?> type) {
        return MAKERS.get(type);
    }

    /**
     * Returns whether encoded records of this class contain the number of their components, so that versions may differ
     * in it.
     */
    boolean isExtensible() {
        return extensible;
    }

    int components() {
        return types.length;
    }

    /** Returns the value for a component that the writer of a record did not know; see {@link ExtensibleRecord}. */
    @Nullable
    Object missing(int index) {
        Class<?> type = types[index];
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        } else if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), 0);
        } else if (type == String.class) {
            return "";
        } else if (type == List.class) {
            return List.of();
        } else if (type == Set.class) {
            return Set.of();
        } else if (type == Map.class) {
            return Map.of();
        }
        return null;
    }

    /**
     * Creates a record of these components.
     *
     * @throws RuntimeException if the constructor throws, or a component is of the wrong class
     */
    public Object make(@Nullable Object[] components) {
        try {
            return constructor.apply(components);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable undeclared) { // an application's constructor may throw any exception
            throw new IllegalStateException(undeclared);
        }
    }
}
