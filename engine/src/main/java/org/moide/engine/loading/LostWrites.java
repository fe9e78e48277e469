package org.moide.engine.loading;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.engine.Best;

/**
 * Detects that a call changes an object that it refers to. On an engine it would change a copy, and the program would
 * not see the change.
 */
public final class LostWrites {
    private static final int MOST_LEVELS = 2;

    private LostWrites() {}

    /** Chooses the calls of each class that are checked: the first ones, and later fewer and fewer. Any thread. */
    public static final class Sample {
        private final Map<Class<?>, AtomicInteger> calls = new ConcurrentHashMap<>(); // how many of each class came

        /** Returns whether the next call of this class is to be checked. */
        public boolean takes(Class<?> type) {
            int before =
                    calls.computeIfAbsent(type, first -> new AtomicInteger()).getAndIncrement();
            return Integer.bitCount(before) <= 1;
        }
    }

    /**
     * Runs a copy of a call, and compares the content of its fields before and after.
     *
     * @return a description of the field whose content has changed; null if none has
     */
    public static @Nullable String run(Runnable copy) {
        Map<String, byte[]> before = parts(copy);
        copy.run();
        Map<String, byte[]> after = parts(copy);
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
