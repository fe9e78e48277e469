package org.moide.engine.host;

/**
 * Is told what a child prints and how it ends. Called on the child's reader threads; should not block for long: the
 * child waits when it prints.
 */
public interface ChildListener {
    /**
     * A line that the application, or the JVM itself, printed.
     *
     * @param fromErrorStream whether on standard error
     */
    void line(String line, boolean fromErrorStream);

    /**
     * The run is over in a child whose order says that it stays, and it waits for another. Nothing more is told of this run.
     *
     * @param left what is left there of the run, in words; empty if nothing is
     */
    default void rests(String left) {}

    /** Called once, after the last line, unless the child had rested before. */
    void ended(ChildEnd end);
}
