package org.moide.engine;

/**
 * The words of an application for the user. Any thread of any engine. A call returns at once, except while much that
 * was said before is still on its way to the coordinator: then it waits. Everything is shown once, at the coordinator;
 * the words of one thread are shown in its order.
 */
public interface Report {
    /**
     * Reports a named result: it is shown at the end and written to {@code run.json} under {@code result}.
     *
     * @param value a String, a Number, a Boolean, or an array of {@code int}, {@code long} or {@code double}
     * @throws IllegalArgumentException for another value
     */
    void put(String name, Object value);

    /** Prints a line on the user's standard output. */
    void print(String line);

    /**
     * Tells how much of the work is done, for the progress line. A bag of tasks need not call it: its tasks are
     * counted. Of calls that come more often than ten times a second some may be left out, but not the last.
     *
     * @param done how much is done, from 0 to {@code total}
     * @param total how much there is in all; 0 if that is not known, for example where there is only an upper limit
     * @param what the unit, such as "iterations"
     */
    void progress(long done, long total, String what);
}
