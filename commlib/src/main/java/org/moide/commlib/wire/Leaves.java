package org.moide.commlib.wire;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values that may be an element of a set or a key of a map: texts, numbers and enums. Hashing and comparing one
 * takes no longer than reading it did, whatever its sender intends. A collection's hash code asks each of its elements,
 * and a graph of collections that share theirs takes time that doubles with every level.
 */
final class Leaves {
    /** Maps of messages have an entry for each engine, thread, shared object or option. */
    private static final int MOST = 1 << 16;

    private static final Set<Class<?>> TYPES = Set.of(
            String.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    private Leaves() {}

    /**
     * Hashes nothing.
     *
     * @throws IllegalArgumentException if there are too many, one is no leaf, or they are of several classes: a hash table
     *     keeps keys of one comparable class in order where their hash codes collide, and searches others one by one
     */
    static void check(String of, @Nullable Object[] hashed) {
        if (hashed.length > MOST) {
            throw new IllegalArgumentException(
                    "expected " + of + " of at most " + MOST + " entries, found " + hashed.length);
        }
        Class<?> first = null;
        for (Object leaf : hashed) {
            Class<?> type = leaf instanceof Enum<?> constant
                    ? constant.getDeclaringClass()
                    : leaf == null ? void.class : leaf.getClass();
            if (!TYPES.contains(type) && !type.isEnum()) {
                throw new IllegalArgumentException("expected " + of + " of texts, numbers or enums, found "
                        + (leaf == null ? "null" : "a " + type.getName()));
            }
            if (first == null) {
                first = type;
            } else if (first != type) {
                throw new IllegalArgumentException(
                        "expected " + of + " of one class, found a " + first.getName() + " and a " + type.getName());
            }
        }
    }
}
