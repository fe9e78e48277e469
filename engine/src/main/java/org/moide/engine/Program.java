package org.moide.engine;

/**
 * The methods that all kinds of applications have. An application class is public, has a public constructor without
 * parameters, and implements {@link Application}, {@link TaskApplication} or {@link WorkerApplication}. The interface
 * is not sealed, because the Scala 3 compiler makes a class implement inherited interfaces directly.
 */
public interface Program {
    /** Returns what the application does, in one line. Shown by {@code moide samples} and in help. */
    default String summary() {
        return "";
    }

    /**
     * Returns the application's help text, one option a line. Shown for {@code --help} after the application's name.
     */
    default String usage() {
        return "";
    }

    /**
     * Checks the arguments. Called once, on the coordinator, before any engine is started.
     *
     * @throws UsageException if the arguments are wrong; the message is one or two lines for the user
     */
    default void check(Arguments arguments) {}
}
