package org.moide.samples.offence;

/** Breaks an architecture rule, for the test that the rule detects it. */
public final class Draws {
    double draw() {
        return Math.random();
    }
}
