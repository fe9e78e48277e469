package org.moide.commlib.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes small graphs and streams of Java serialization that are expensive to read. */
public final class HostileValues {
    private static final int LEVELS = 60;
    private static final int MANY = 0x02000000;

    private HostileValues() {}

    /** Returns the bytes into which Java serialization encodes a value. */
    public static byte[] bytes(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    /**
     * Returns object graphs that are expensive to hash, by the name of the class that hashes. Each list contains the
     * previous one twice, so hashing takes time that doubles with every list. The lists are written one after the
     * other, so that none is deep in the stream; the hashing object comes last.
     */
    public static Map<String, Object[]> hashed() {
        Map<String, Object[]> all = new LinkedHashMap<>();
        List<Object> in = new ArrayList<>();
        all.put("HashSet", graph(new HashSet<>(Set.of(in)), in));
        in = new ArrayList<>();
        all.put("HashMap", graph(new HashMap<>(Map.of(in, 1)), in));
        in = new ArrayList<>();
        all.put("Set.of", graph(Set.of(in, 1), in));
        in = new ArrayList<>();
        all.put("Map.of", graph(Map.of(in, 1, 2, 3), in));
        return all;
    }

    private static Object[] graph(Object hashing, List<Object> last) {
        List<Object> flat = new ArrayList<>();
        Object inner = "foo";
        for (int level = 0; level < LEVELS; level++) {
            inner = new ArrayList<>(Arrays.asList(inner, inner));
            flat.add(inner);
        }
        last.add(inner);
        flat.add(hashing);
        return flat.toArray();
    }

    /**
     * Returns nested arrays of one element each, which {@link #claim} changes so that each claims to have 32 million
     * elements.
     */
    public static Object[] nestedArrays() {
        Object[] array = new Object[1];
        for (int level = 0; level < 20; level++) {
            array = new Object[] {array};
        }
        return array;
    }

    /** Returns the serialized bytes, changed so that each array of one element claims to have 32 million elements. */
    public static byte[] claim(byte[] bytes) {
        byte[] claiming = bytes.clone();
        for (int at = 0; at + 4 < claiming.length; at++) {
            boolean one = claiming[at] == 0 && claiming[at + 1] == 0 && claiming[at + 2] == 0 && claiming[at + 3] == 1;
            if (one && (claiming[at + 4] == 'u' || claiming[at + 4] == 'p')) {
                claiming[at] = (byte) (MANY >> 24);
                claiming[at + 3] = 0;
            }
        }
        return claiming;
    }
}
