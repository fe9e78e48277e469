package org.moide.commlib.offence;

import org.moide.engine.Program;

/** Breaks a rule, so that the rule is seen to fire. */
public interface KnowsEngine {
    /** What this module must not know. */
    Program other();
}
