package org.moide.bench.offence;

import picocli.CommandLine;

/** Breaks a rule, so that the rule is seen to fire. */
public final class KnowsPicocli {
    CommandLine line() {
        return new CommandLine(this);
    }
}
