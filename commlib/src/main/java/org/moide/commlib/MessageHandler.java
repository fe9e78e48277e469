package org.moide.commlib;

/**
 * A handler of simple messages (Task Pool Teams, simple communication).
 *
 * @param <T> the type of the messages
 */
@FunctionalInterface
public interface MessageHandler<T> {
    /**
     * Handles one message. The engine's communication thread calls it, and calls all handlers of the engine one after
     * the other. If the handler shares data with compute threads, it must synchronize. It must not use {@link CommLib}.
     * An exception that it throws ends the run.
     */
    void handle(Received message, T value) throws Exception;
}
