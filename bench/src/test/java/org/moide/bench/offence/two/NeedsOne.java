package org.moide.bench.offence.two;

import org.moide.bench.offence.one.NeedsTwo;

/** Breaks the rule against cycles between packages, for the test that the rule detects it. */
public interface NeedsOne {
    /** The other half of a cycle. */
    NeedsTwo other();
}
