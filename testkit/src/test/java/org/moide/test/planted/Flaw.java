package org.moide.test.planted;

import org.moide.engine.Arguments;

/** The argument that tells an application to have its bug. */
final class Flaw {
    private Flaw() {}

    static boolean in(Arguments arguments) {
        return arguments.words().contains("--flaw");
    }
}
