package org.moide.bench.offence;

import java.util.Random;

/** Breaks a rule, so that the rule is seen to fire. */
public final class Draws {
    int draw() {
        return new Random().nextInt();
    }
}
