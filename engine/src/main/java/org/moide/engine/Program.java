package org.moide.engine;

/**
 * What applications of all kinds have. An application class is public, has a public constructor without parameters,
 * and implements {@link Application}, {@link TaskApplication} or {@link WorkerApplication}. It is not sealed, since Scala 3
 * writes into a class all interfaces that it has, also those that it has by another.
 */
public interface Program {
    /** One line: what it does. Shown by {@code moide samples} and in help. */
    default String summary() {
        return "";
    }

    /** The text for {@code --help} among the application's arguments: its options, one a line. */
    default String usage() {
        return "";
    }

    /**
     * Looks at the arguments before any engine is started, so that a wrong one costs nothing. Called once, on the
     * coordinator.
     *
     * @throws UsageException with one or two lines for the user
     */
    default void check(Arguments arguments) {}
}
