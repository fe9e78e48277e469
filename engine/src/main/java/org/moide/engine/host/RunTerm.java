package org.moide.engine.host;

/**
 * A run and the number of its coordinator: the first has 1, and whoever takes the run up after it the next one. Hosts and engines know the run
 * by this name, and a host refuses the orders of a lower number from when it has heard of a higher one: a coordinator that was only cut off
 * must not order engines beside its successor.
 *
 * @param run the run's ID
 * @param term the number, from 1
 */
public record RunTerm(String run, int term) {
    private static final char BETWEEN = '.';

    public RunTerm {
        if (term < 1) {
            throw new IllegalArgumentException("expected a coordinator's number from 1 on, found " + term);
        }
    }

    /** Reads a name. One that ends with no number is that of a first coordinator. */
    public static RunTerm of(String name) {
        int point = name.lastIndexOf(BETWEEN);
        String digits = name.substring(point + 1);
        return point < 1 || !digits.matches("[1-9][0-9]{0,8}")
                ? new RunTerm(name, 1)
                : new RunTerm(name.substring(0, point), Integer.parseInt(digits));
    }

    /** Returns the name by which hosts and engines know the run under this coordinator. */
    public String name() {
        return term == 1 ? run : run + BETWEEN + term;
    }
}
