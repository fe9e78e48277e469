package org.moide.bench.offence.one;

import org.moide.bench.offence.two.NeedsOne;

/**
 * Breaks the architecture rule that packages do not depend on each other in a cycle. A test checks that the rule
 * detects this.
 */
public interface NeedsTwo {
    /** Refers to a package that refers back to this one. */
    NeedsOne other();
}
