package org.moide.command.offence;

import org.moide.samples.hello.Hello;

/** Breaks the architecture rule that the module command uses no sample. A test checks that the rule detects this. */
public interface KnowsSamples {
    /** Uses a type that this module must not use. */
    Hello other();
}
