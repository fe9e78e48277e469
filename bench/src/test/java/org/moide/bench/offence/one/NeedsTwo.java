package org.moide.bench.offence.one;

import org.moide.bench.offence.two.NeedsOne;

/** Breaks a rule, so that the rule is seen to fire. */
public interface NeedsTwo {
    /** One half of a cycle. */
    NeedsOne other();
}
