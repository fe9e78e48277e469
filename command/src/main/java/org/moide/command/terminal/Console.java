package org.moide.command.terminal;

import java.util.function.UnaryOperator;
import org.moide.coordinator.progress.Progress;

/**
 * The user's terminal, as a run sees it. Any thread; a call returns when the line is written. Lines of several threads
 * never mix, and never mix with the status line.
 */
public interface Console {
    /** A result, or a line that was asked for, on standard output. Controls in it are shown, but for ends of lines. */
    void print(String line);

    /** A line for the user that is no result, on standard error. Controls in it are shown, but for ends of lines. */
    void error(String line);

    /**
     * A line that the application itself has printed, with its colours and whatever else is in it.
     *
     * @param tag of ours, before it; empty if there is none
     */
    default void printed(String tag, String line, boolean fromErrorStream) {
        if (fromErrorStream) {
            error(tag + line);
        } else {
            print(tag + line);
        }
    }

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

    /**
     * Has a line said once on standard error as soon as something could not be written to standard output. Nothing happens
     * where the process's streams are not this console's to give.
     *
     * @param line given why it could not, such as {@code its reader has gone}; an empty one is not said
     */
    default void whenOutputIsLost(UnaryOperator<String> line) {}

    /** How many characters a line of the terminal holds. */
    int columns();

    /** Whether whoever sees the run wants {@link #progress}. */
    default boolean hearsProgress() {
        return false;
    }

    /** How far the run is, now and then, in figures. */
    default void progress(Progress progress) {}
}
