package org.moide.samples.offence;

import org.moide.commlib.port.Ticker;

/** Breaks a rule, so that the rule is seen to fire. */
public interface KnowsPorts {
    /** What this module must not know. */
    Ticker other();
}
