package org.moide.command.offence;

import org.moide.samples.hello.Hello;

/** Breaks a rule, so that the rule is seen to fire. */
public interface KnowsSamples {
    /** What this module must not know. */
    Hello other();
}
