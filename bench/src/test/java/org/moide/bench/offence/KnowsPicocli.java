package org.moide.bench.offence;

import picocli.CommandLine;

/** Breaks an architecture rule, for the test that the rule detects it. */
public final class KnowsPicocli {
    CommandLine line() {
        return new CommandLine(this);
    }
}
