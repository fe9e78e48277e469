package org.moide.engine;

/**
 * The part that applications of all kinds have in common. An application class is public, has a public constructor
 * without parameters, and implements {@link Application}, {@link TaskApplication} or {@link WorkerApplication}. This
 * interface is not sealed, since Scala 3 writes into a class all interfaces that it has, also those that it has through
 * another interface.
 */
public interface Program {
    /** Returns what the application does, in one line. Shown by {@code moide samples} and in help. */
    default String summary() {
        return "";
    }

    /** Returns the text for {@code --help} among the application's arguments: its options, one a line. */
    default String usage() {
        return "";
    }

    /**
     * Checks the arguments before any engine is started, so that a wrong one costs nothing. Called once, on the
     * coordinator.
     *
     * @throws UsageException if the arguments are wrong, with one or two lines for the user
     */
    default void check(Arguments arguments) {}
}
