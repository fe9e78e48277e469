package org.moide.engine.process;

/** Is told what a child prints and how it ends. Called on the child's reader threads; should not block for long: the child waits when it prints. */
public interface ChildListener {
    /**
     * A line that the application, or the JVM itself, printed.
     *
     * @param fromErrorStream whether on standard error
     */
    void line(String line, boolean fromErrorStream);

    /** Called once, after the last line. */
    void ended(ChildEnd end);
}
