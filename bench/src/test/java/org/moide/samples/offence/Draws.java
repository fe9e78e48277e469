package org.moide.samples.offence;

/** Breaks a rule, so that the rule is seen to fire. */
public final class Draws {
    double draw() {
        return Math.random();
    }
}
