package org.moide.command.offence;

import org.moide.samples.hello.Hello;

/** Breaks an architecture rule, for the test that the rule detects it. */
public interface KnowsSamples {
    /** Uses a type that this module must not use. */
    Hello other();
}
