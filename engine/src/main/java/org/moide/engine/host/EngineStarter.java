package org.moide.engine.host;

/** Makes the engine in a child JVM out of its order. */
@FunctionalInterface
public interface EngineStarter {
    /**
     * Starts the engine and returns once others can reach it. Called once an order, on the thread {@code engine-n-start}.
     *
     * @throws Exception if it cannot: the parent is told its message, and the process ends
     */
    RunningEngine start(LaunchOrder order, EngineControl control) throws Exception;
}
