package org.moide.bench.offence;

import java.util.Random;

/** Breaks an architecture rule, for the test that the rule detects it. */
public final class Draws {
    int draw() {
        return new Random().nextInt();
    }
}
