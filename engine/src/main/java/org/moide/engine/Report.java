package org.moide.engine;

/**
 * What an application says to the user. Any thread of any engine; does not block. It is shown once, at the coordinator;
 * what one thread says is shown in its order.
 */
public interface Report {
    /**
     * A named result: shown at the end and written to {@code run.json} under {@code result}.
     *
     * @param value a String, a Number, a Boolean, or an array of numbers
     */
    void put(String name, Object value);

    /** A line on the user's standard output. */
    void print(String line);

    /**
     * How much of the work is done, for the progress line. A bag of tasks need not call it: its tasks are counted. What is
     * said more often than ten times a second may be left out but for the last of it.
     *
     * @param done from 0 to {@code total}
     * @param total how much there is; 0 if that is not known, for example where there is only an upper limit
     * @param what the unit, such as "iterations"
     */
    void progress(long done, long total, String what);
}
