package org.moide.commlib.port;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Makes copies that cannot be changed and keep the order of what they copy. {@link Set#copyOf} and {@link Map#copyOf}
 * have another order in each JVM: where such a copy is walked through, a run that is played again from its seed goes
 * another way.
 */
public final class FixedOrder {
    private FixedOrder() {}

    /** Copies a set, or the different elements of a collection. */
    public static <T> Set<T> copyOf(Collection<? extends T> all) {
        return all.isEmpty() ? Set.of() : Collections.unmodifiableSet(new LinkedHashSet<>(all));
    }

    /** Copies a map. */
    public static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> all) {
        return all.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(all));
    }
}
