package org.moide.engine.host;

/** Makes the engine in a child JVM from its order. */
@FunctionalInterface
public interface EngineStarter {
    /**
     * Starts the engine, and returns when it can be reached. Called once for each order, on the thread
     * {@code engine-n-start}.
     *
     * @throws Exception if the engine cannot be started; the parent gets the message, and the process ends
     */
    RunningEngine start(LaunchOrder order, EngineControl control) throws Exception;
}
