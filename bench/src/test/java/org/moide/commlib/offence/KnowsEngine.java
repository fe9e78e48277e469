package org.moide.commlib.offence;

import org.moide.engine.Program;

/** Breaks an architecture rule, for the test that the rule detects it. */
public interface KnowsEngine {
    /** Uses a type that this module must not use. */
    Program other();
}
