package org.moide.monitor.offence;

import org.moide.balance.strategy.Strategy;

/** Breaks an architecture rule, for the test that the rule detects it. */
public interface KnowsBalance {
    /** Uses a type that this module must not use. */
    Strategy other();
}
