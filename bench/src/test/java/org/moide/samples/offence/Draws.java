package org.moide.samples.offence;

/**
 * Breaks the architecture rule that samples draw random numbers only from a seed. A test checks that the rule detects
 * this.
 */
public final class Draws {
    double draw() {
        return Math.random();
    }
}
