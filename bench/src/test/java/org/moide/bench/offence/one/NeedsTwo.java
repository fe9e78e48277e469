package org.moide.bench.offence.one;

import org.moide.bench.offence.two.NeedsOne;

/**
 * Breaks the architecture rule that packages do not depend on each other in a cycle. A test checks that the rule
 * detects this.
 */
public interface NeedsTwo {
    /** One half of a cycle. */
    NeedsOne other();
}
