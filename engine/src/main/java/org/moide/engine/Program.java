package org.moide.engine;

/**
 * What applications of all kinds have. An application class is public, has a public constructor without parameters,
 * and implements {@link Application}, {@link TaskApplication} or {@link WorkerApplication}.
 */
public sealed interface Program permits Application, TaskApplication, WorkerApplication {
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
