package org.moide.commlib.offence;

import org.moide.engine.Program;

/**
 * Breaks the architecture rule that the module commlib uses no other module. A test checks that the rule detects this.
 */
public interface KnowsEngine {
    /** Uses a type that this module must not use. */
    Program other();
}
