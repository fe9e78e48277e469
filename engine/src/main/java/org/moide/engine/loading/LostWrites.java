package org.moide.engine.loading;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.engine.Best;
import org.moide.engine.Shared;

/**
 * Detects that a call changes an object that it refers to. On an engine it would change a copy, and the program would
 * not see the change.
 */
public final class LostWrites {
    private static final int MOST_LEVELS = 2;

    /** The most bytes of content that are compared for each call of a class: that takes some 10 us. */
    private static final int SMALL_BYTES = 4096;

    private LostWrites() {}

    /**
     * Runs calls, and chooses those of each class that are checked: all of them if what they refer to can be written and
     * is small; else the first ones, and later fewer and fewer. Any thread may use it.
     */
    public static final class Sample {
        private final Map<Class<?>, Checks> classes = new ConcurrentHashMap<>();

        private static final class Checks {
            private final AtomicInteger calls = new AtomicInteger();
            private final boolean canWrite;
            private volatile boolean always;

            Checks(Class<?> type) {
                this.canWrite = canBeWritten(type);
            }

            boolean takeNext() {
                return Integer.bitCount(calls.getAndIncrement()) <= 1 || always;
            }
        }

        /**
         * Runs a call.
         *
         * @return a description of the field whose content has changed; null if none has, or the call was not checked
         */
        public @Nullable String run(Runnable call, Class<?> type) {
            Checks checks = classes.computeIfAbsent(type, first -> new Checks(call.getClass()));
            if (!checks.takeNext()) {
                call.run();
                return null;
            }
            Map<String, byte[]> before = parts(call);
            call.run();
            String changed = changed(before, parts(call));
            checks.always = checks.canWrite
                    && changed == null
                    && before.values().stream().mapToInt(part -> part.length).sum() <= SMALL_BYTES;
            return changed;
        }
    }

    /** Returns whether an object of this class has a field that is not final, or refers to what may change. */
    private static boolean canBeWritten(Class<?> of) {
        for (Class<?> type = of; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                boolean isConstant = Modifier.isFinal(modifiers) && isConstant(field.getType());
                if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers) && !isConstant) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isConstant(Class<?> type) {
        return type.isPrimitive()
                || type.isEnum()
                || type == String.class
                || type == Class.class
                || MethodType.methodType(type).unwrap().returnType().isPrimitive() // Integer and its like
                || Best.class.isAssignableFrom(type)
                || Shared.class.isAssignableFrom(type);
    }

    /**
     * Runs a copy of a call, and compares the content of its fields before and after.
     *
     * @return a description of the field whose content has changed; null if none has
     */
    public static @Nullable String run(Runnable copy) {
        Map<String, byte[]> before = parts(copy);
        copy.run();
        return changed(before, parts(copy));
    }

    private static @Nullable String changed(Map<String, byte[]> before, Map<String, byte[]> after) {
        String deepest = null;
        for (Map.Entry<String, byte[]> part : before.entrySet()) {
            if (!Arrays.equals(part.getValue(), after.get(part.getKey()))) {
                deepest = part.getKey(); // values within a value come after it
            }
        }
        return deepest;
    }

    /** Returns the note for the program that a call has changed its copy in this field. */
    public static String note(String call, String field) {
        return call + " has changed its copy (" + field
                + "), which this program does not see: let a Callable return it," + " or use MoideExecutor.map";
    }

    private static Map<String, byte[]> parts(Object of) {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        if (of.getClass().getClassLoader() instanceof CallLoader loader) {
            loader.values().forEach((path, value) -> parts.put(path, bytes(value)));
        }
        SerializablePath.parts(of, MOST_LEVELS).forEach((path, value) -> parts.put(path, bytes(value)));
        return parts;
    }

    private static byte[] bytes(@Nullable Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ApplicationCodec.written(value, () -> new WithoutBests(bytes));
        } catch (CommException cannot) {
            return new byte[0]; // the call has stored an object that cannot be serialized
        }
        return bytes.toByteArray();
    }

    /** An object stream without best values, which change while a call runs, as the program sees. */
    private static final class WithoutBests extends JdkValues.Output {
        WithoutBests(OutputStream bytes) throws IOException {
            super(bytes);
            enableReplaceObject(true);
        }

        @Override
        protected @Nullable Object replaceObject(Object object) {
            return object instanceof Best<?> ? null : object;
        }
    }
}
