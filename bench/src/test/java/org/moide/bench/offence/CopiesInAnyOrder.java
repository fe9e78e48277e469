package org.moide.bench.offence;

import java.util.List;
import java.util.Set;

/**
 * Breaks the architecture rule that copies of sets and maps keep their order. A test checks that the rule detects this.
 */
public final class CopiesInAnyOrder {
    Set<Integer> copy(List<Integer> all) {
        return Set.copyOf(all);
    }
}
