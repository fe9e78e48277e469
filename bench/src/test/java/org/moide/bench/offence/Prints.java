package org.moide.bench.offence;

/** Breaks a rule, so that the rule is seen to fire. */
public final class Prints {
    void print() {
        System.out.println("straight to the terminal");
    }
}
