package org.moide.engine.loading;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;

/** Compares what a call refers to before and after it ran: what a copy has written nobody sees. */
public final class LostWrites {
    private static final int MOST_LEVELS = 2;

    private LostWrites() {}

    /**
     * Runs a copy of what was submitted.
     *
     * @return the field into which it has written, in words; null if it has written into none
     */
    public static @Nullable String run(Runnable copy) {
        Map<String, byte[]> before = parts(copy);
        copy.run();
        Map<String, byte[]> after = parts(copy);
        String deepest = null;
        for (Map.Entry<String, byte[]> part : before.entrySet()) {
            if (!Arrays.equals(part.getValue(), after.get(part.getKey()))) {
                deepest = part.getKey(); // what is within another follows it
            }
        }
        return deepest;
    }

    private static Map<String, byte[]> parts(Object of) {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        SerializablePath.parts(of, MOST_LEVELS).forEach((path, value) -> parts.put(path, bytes(value)));
        return parts;
    }

    private static byte[] bytes(@Nullable Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ApplicationCodec.writeStream(value, bytes);
        } catch (CommException cannot) {
            return new byte[0]; // it is the call's own now
        }
        return bytes.toByteArray();
    }
}
