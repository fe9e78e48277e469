package org.moide.engine.offence;

import org.moide.coordinator.plan.RunPlan;

/** Breaks a rule, so that the rule is seen to fire. */
public interface KnowsCoordinator {
    /** What this module must not know. */
    RunPlan other();
}
