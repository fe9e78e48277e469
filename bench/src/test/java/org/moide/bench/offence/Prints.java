package org.moide.bench.offence;

/** Breaks an architecture rule, for the test that the rule detects it. */
public final class Prints {
    void print() {
        System.out.println("straight to the terminal");
    }
}
