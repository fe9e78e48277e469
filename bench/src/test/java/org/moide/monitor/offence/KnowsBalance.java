package org.moide.monitor.offence;

import org.moide.balance.strategy.Strategy;

/**
 * Breaks the architecture rule that the module monitor uses no other module but commlib. A test checks that the rule
 * detects this.
 */
public interface KnowsBalance {
    /** Uses a type that this module must not use. */
    Strategy other();
}
