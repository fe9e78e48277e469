package org.moide.engine;

/**
 * Output of an application for the user: lines, named results and progress. Any thread of any engine may call it. A
 * call returns at once, or blocks while too much earlier output is still on its way to the coordinator. The coordinator
 * shows each output once, and the outputs of one thread in the order of its calls.
 */
public interface Report {
    /**
     * Reports a named result. It is shown at the end of the run and written to {@code run.json} under {@code result}.
     *
     * @param value a String, a Number, a Boolean, or an array of {@code int}, {@code long} or {@code double}
     * @throws IllegalArgumentException for another value
     */
    void put(String name, Object value);

    /** Prints a line on the user's standard output. */
    void print(String line);

    /**
     * Reports how much of the work is done, for the progress line. A {@link TaskApplication} need not call it, since
     * its tasks are counted. If calls come more often than ten times a second, some are dropped, but never the last.
     *
     * @param done how much is done, from 0 to {@code total}
     * @param total the whole amount; 0 if it is not known
     * @param what the unit of both amounts, such as "iterations"
     */
    void progress(long done, long total, String what);
}
