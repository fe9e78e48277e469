package org.moide.engine.host;

/**
 * A run and the number of its coordinator. The first coordinator has number 1, and each coordinator that resumes the
 * run has the next higher number. Hosts and engines identify the run by both. A host that knows a higher number refuses
 * orders with a lower one, so that a coordinator that was only cut off cannot order engines after its successor has
 * taken over.
 *
 * @param run the run's ID
 * @param term the coordinator's number, from 1
 */
public record RunTerm(String run, int term) {
    private static final char BETWEEN = '.';

    public RunTerm {
        if (term < 1) {
            throw new IllegalArgumentException("expected a coordinator's number from 1 on, found " + term);
        }
    }

    /**
     * Parses the name of a run with a coordinator's number, which {@link #name} has returned. A name without a number
     * belongs to the run's first coordinator.
     */
    public static RunTerm of(String name) {
        int point = name.lastIndexOf(BETWEEN);
        String digits = name.substring(point + 1);
        return point < 1 || !digits.matches("[1-9][0-9]{0,8}")
                ? new RunTerm(name, 1)
                : new RunTerm(name.substring(0, point), Integer.parseInt(digits));
    }

    /** Returns the name by which hosts and engines know the run of this coordinator. */
    public String name() {
        return term == 1 ? run : run + BETWEEN + term;
    }
}
