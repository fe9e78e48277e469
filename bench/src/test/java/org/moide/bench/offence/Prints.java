package org.moide.bench.offence;

/**
 * Breaks the architecture rule that only the module command prints or ends the process. A test checks that the rule
 * detects this.
 */
public final class Prints {
    void print() {
        System.out.println("straight to the terminal");
    }
}
