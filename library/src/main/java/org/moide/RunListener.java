package org.moide;

/**
 * Hears what runs say while they go on. Called by one thread of the {@link Moide}, which waits meanwhile: a listener
 * that has much to do hands it to others.
 */
public interface RunListener {
    /**
     * The application has printed a line.
     *
     * @param application as it was named
     */
    default void line(String application, String line) {}

    /**
     * MOIDE has something to say that is no result, such as that an engine was lost.
     *
     * @param application as it was named
     */
    default void note(String application, String line) {}

    /**
     * A run goes on.
     *
     * @param application as it was named
     */
    default void progress(String application, RunEvent.Progress progress) {}
}
