package org.moide.commlib;

/**
 * A handler of simple messages (Task Pool Teams, simple communication).
 *
 * @param <T> what the messages are
 */
@FunctionalInterface
public interface MessageHandler<T> {
    /**
     * Called for each message, one at a time for all handlers of an engine, on its communication thread. It shares data with
     * compute threads, so it synchronizes; it uses no {@link CommLib}, and while it runs no other message is served. What
     * it throws ends the run.
     */
    void handle(Received message, T value) throws Exception;
}
