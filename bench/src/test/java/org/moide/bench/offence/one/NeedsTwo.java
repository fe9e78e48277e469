package org.moide.bench.offence.one;

import org.moide.bench.offence.two.NeedsOne;

/** Breaks the rule against cycles between packages, for the test that the rule detects it. */
public interface NeedsTwo {
    /** One half of a cycle. */
    NeedsOne other();
}
