package org.moide.engine.host;

/**
 * A listener to what a child prints and how it ends. Called on the child's reader threads. It should not block for
 * long: meanwhile the child waits when it prints.
 */
public interface ChildListener {
    /**
     * Takes a line that the application, or the JVM itself, printed.
     *
     * @param fromErrorStream whether the line came on standard error
     */
    void line(String line, boolean fromErrorStream);

    /**
     * Notes that the run is over in a child whose order says that it stays, and that the child waits for another order.
     * Nothing more is told of this run.
     *
     * @param left what is left of the run in the child, in words; empty if nothing is
     */
    default void rests(String left) {}

    /** Takes the child's end. Called once, after the last line, unless the child had rested before. */
    void ended(ChildEnd end);
}
