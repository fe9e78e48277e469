package org.moide.monitor.offence;

import org.moide.balance.strategy.Strategy;

/** Breaks a rule, so that the rule is seen to fire. */
public interface KnowsBalance {
    /** What this module must not know. */
    Strategy other();
}
