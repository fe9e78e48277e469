package org.moide.bench.offence;

import java.util.Random;

/**
 * Breaks the architecture rule that code gets random numbers only by a port. A test checks that the rule detects this.
 */
public final class Draws {
    int draw() {
        return new Random().nextInt();
    }
}
