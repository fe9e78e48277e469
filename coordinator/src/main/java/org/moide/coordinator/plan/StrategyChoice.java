package org.moide.coordinator.plan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a strategy for balancing the work.
 *
 * @param name the name of a strategy; null for the default of the kind of application
 * @param file its parameters as a properties file; null for its own
 */
public record StrategyChoice(
        @Nullable String name, @Nullable Path file) {
    /** Returns the default strategy with its own parameters. */
    public static StrategyChoice usual() {
        return new StrategyChoice(null, null);
    }

    @Override
    public String toString() {
        return (name == null ? "default" : name) + (file == null ? "" : " with " + file);
    }
}
