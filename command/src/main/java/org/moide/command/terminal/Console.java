package org.moide.command.terminal;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.moide.coordinator.progress.Progress;

/**
 * The user's terminal as a run sees it. Thread-safe; a method returns when the line is written. Lines of several
 * threads never mix with each other or with the status line.
 */
public interface Console {
    /**
     * Prints a result, or requested output, on standard output. Control characters other than line breaks are made
     * visible.
     */
    void print(String line);

    /**
     * Prints a line for the user that is not a result, on standard error. Control characters other than line breaks are
     * made visible.
     */
    void error(String line);

    /**
     * Prints a line that the application has printed, unchanged, for example with its colours.
     *
     * @param tag a prefix, such as the engine's name; may be empty
     */
    default void printed(String tag, String line, boolean fromErrorStream) {
        if (fromErrorStream) {
            error(tag + line);
        } else {
            print(tag + line);
        }
    }

    /**
     * Writes bytes that another process has printed, unchanged.
     *
     * @param toErrors true for standard error
     */
    default void written(byte[] bytes, boolean toErrors) {
        String text = new String(bytes, StandardCharsets.UTF_8).stripTrailing();
        if (!text.isEmpty()) {
            printed("", text, toErrors);
        }
    }

    /**
     * Replaces the status line, which stays below all others during a run. Has no effect if lines cannot be replaced.
     *
     * @param text the text, which is cut to {@link #columns()} − 1 characters; empty to remove the line
     */
    void status(String text);

    /** Returns whether a status line can be shown, which needs a terminal as standard error. */
    boolean interactive();

    /**
     * Redirects the application's output in this process to {@code lines}. Each thread's output is passed on in whole
     * lines. Has no effect if this console does not own the process's streams.
     *
     * @return an action that ends the redirection
     */
    default Runnable printingTo(PrintedLines lines) {
        return () -> {};
    }

    /** Receives lines that an application prints. Thread-safe. */
    interface PrintedLines {
        void line(String line, boolean fromErrorStream);
    }

    /**
     * Sets the line that is printed once on standard error when writing to standard output has failed. Has no effect if
     * this console does not own the process's streams.
     *
     * @param line returns the line for a reason, such as {@code its reader has gone}; an empty line is not printed
     */
    default void whenOutputIsLost(UnaryOperator<String> line) {}

    /** Returns the width of the terminal in characters. */
    int columns();

    /** Returns whether {@link #progress} has an effect, so that it is worth calling. */
    default boolean hearsProgress() {
        return false;
    }

    /** Receives the run's progress, at irregular intervals. */
    default void progress(Progress progress) {}
}
