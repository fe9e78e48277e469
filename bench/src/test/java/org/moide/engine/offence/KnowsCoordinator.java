package org.moide.engine.offence;

import org.moide.coordinator.plan.RunPlan;

/** Breaks an architecture rule, for the test that the rule detects it. */
public interface KnowsCoordinator {
    /** Uses a type that this module must not use. */
    RunPlan other();
}
