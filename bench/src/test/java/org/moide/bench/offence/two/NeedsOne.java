package org.moide.bench.offence.two;

import org.moide.bench.offence.one.NeedsTwo;

/**
 * Breaks the architecture rule that packages do not depend on each other in a cycle. A test checks that the rule
 * detects this.
 */
public interface NeedsOne {
    /** Refers to a package that refers back to this one. */
    NeedsTwo other();
}
