package org.moide.coordinator.report;

/**
 * The user's terminal, as a run sees it. Any thread; a call returns when the line is written. Lines of several threads
 * never mix, and never mix with the status line.
 */
public interface Console {
    /** A line of the application or a result, on standard output. */
    void print(String line);

    /** A line for the user that is no result, on standard error. */
    void error(String line);

    /**
     * Replaces the line that is kept below all others while a run is on. Does nothing where lines cannot be replaced.
     *
     * @param text at most {@link #columns()} − 1 characters are shown; empty to remove it
     */
    void status(String text);

    /** Whether there is a status line: standard error is a terminal. */
    boolean interactive();

    /**
     * Has what the application prints in this process go there, line by line, in whole lines of one thread each.
     * Nothing happens where the process's streams are not this console's to give.
     *
     * @return ends that
     */
    default Runnable printingTo(PrintedLines lines) {
        return () -> {};
    }

    /** Where what is printed goes. Any thread. */
    interface PrintedLines {
        void line(String line, boolean fromErrorStream);
    }

    /** How many characters a line of the terminal holds. */
    int columns();

    /** Whether whoever sees the run wants {@link #progress}. */
    default boolean hearsProgress() {
        return false;
    }

    /** How far the run is, now and then, in figures. */
    default void progress(ProgressLine.Progress progress) {}
}
