package org.moide.bench.offence.two;

import org.moide.bench.offence.one.NeedsTwo;

/** Breaks a rule, so that the rule is seen to fire. */
public interface NeedsOne {
    /** The other half of a cycle. */
    NeedsTwo other();
}
