package org.moide.commlib.wire;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The check of values that become elements of a set or keys of a map. Allowed are texts, numbers and enums: to hash and
 * compare such a value takes no longer than to read it, whatever its sender intends. A collection would be dangerous
 * here: its hash code calls those of its elements, and collections that share elements can make the time double with
 * every level.
 */
final class Leaves {
    /** The greatest number of entries: maps of messages have one for each engine, thread, shared object or option. */
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
     * Checks the decoded elements of a set or keys of a map, without hashing them.
     *
     * @throws IllegalArgumentException if there are too many, one is not allowed, or they are of several classes. (A
     *     hash table sorts keys with equal hash codes only if all are of one comparable class; it searches other keys
     *     one by one)
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
