package org.moide.engine.offence;

import org.moide.coordinator.plan.RunPlan;

/**
 * Breaks the architecture rule that the module engine does not use the module coordinator. A test checks that the rule
 * detects this.
 */
public interface KnowsCoordinator {
    /** Uses a type that this module must not use. */
    RunPlan other();
}
