package org.moide.engine.host;

/**
 * Takes a child's output and its end. Called on the threads that read the output. It should not block for long, because
 * the child blocks when its pipe is full.
 */
public interface ChildListener {
    /**
     * Takes a line that the application or the JVM printed.
     *
     * @param fromErrorStream whether the line came on standard error
     */
    void line(String line, boolean fromErrorStream);

    /**
     * Notes that the run is over in a child that stays, and that the child waits for the next order. No further call is
     * made for this run.
     *
     * @param left what of the run is left in the child, as text; empty if nothing is
     */
    default void rests(String left) {}

    /** Takes the child's end. Called once, after the last line, unless {@link #rests} was called. */
    void ended(ChildEnd end);
}
