package org.moide.command.terminal;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.moide.coordinator.progress.Progress;

/**
 * The user's terminal, as a run sees it. Any thread; a call returns when the line is written. Lines of several threads
 * never mix, and never mix with the status line.
 */
public interface Console {
    /**
     * Prints a result, or a line that was asked for, on standard output. Controls in it are shown, but for ends of
     * lines.
     */
    void print(String line);

    /**
     * Prints a line for the user that is no result, on standard error. Controls in it are shown, but for ends of lines.
     */
    void error(String line);

    /**
     * Prints a line that the application itself has printed, with its colours and whatever else is in it.
     *
     * @param tag our words before the line; empty if there are none
     */
    default void printed(String tag, String line, boolean fromErrorStream) {
        if (fromErrorStream) {
            error(tag + line);
        } else {
            print(tag + line);
        }
    }

    /**
     * Writes bytes that another process has printed, as they are.
     *
     * @param toErrors whether they go to standard error
     */
    default void written(byte[] bytes, boolean toErrors) {
        String text = new String(bytes, StandardCharsets.UTF_8).stripTrailing();
        if (!text.isEmpty()) {
            printed("", text, toErrors);
        }
    }

    /**
     * Replaces the line that is kept below all others while a run is on. Does nothing where lines cannot be replaced.
     *
     * @param text at most {@link #columns()} − 1 characters are shown; empty to remove it
     */
    void status(String text);

    /** Returns whether there is a status line: standard error is a terminal. */
    boolean interactive();

    /**
     * Sends what the application prints in this process to {@code lines}, line by line, in whole lines of one thread
     * each. Does nothing where the process's streams are not this console's to give.
     *
     * @return ends the sending
     */
    default Runnable printingTo(PrintedLines lines) {
        return () -> {};
    }

    /** Destination of lines that an application prints. Any thread. */
    interface PrintedLines {
        void line(String line, boolean fromErrorStream);
    }

    /**
     * Sets the line that is printed once on standard error as soon as something could not be written to standard
     * output. Does nothing where the process's streams are not this console's to give.
     *
     * @param line makes the line from the reason, such as {@code its reader has gone}; an empty line is not printed
     */
    default void whenOutputIsLost(UnaryOperator<String> line) {}

    /** Returns how many characters a line of the terminal holds. */
    int columns();

    /** Returns whether {@link #progress} is wanted. */
    default boolean hearsProgress() {
        return false;
    }

    /** Tells how far the run is, in figures; called now and then. */
    default void progress(Progress progress) {}
}
