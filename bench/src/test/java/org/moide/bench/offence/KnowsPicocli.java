package org.moide.bench.offence;

import picocli.CommandLine;

/** Breaks the architecture rule that only the module command uses Picocli. A test checks that the rule detects this. */
public final class KnowsPicocli {
    CommandLine line() {
        return new CommandLine(this);
    }
}
