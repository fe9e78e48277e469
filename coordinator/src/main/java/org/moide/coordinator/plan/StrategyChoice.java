package org.moide.coordinator.plan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the work is to be balanced.
 *
 * @param name of a strategy; null for the default of the kind of application
 * @param file its parameters as a properties file; null for its own
 */
public record StrategyChoice(
        @Nullable String name, @Nullable Path file) {
    /** The default strategy with its own parameters. */
    public static StrategyChoice usual() {
        return new StrategyChoice(null, null);
    }

    @Override
    public String toString() {
        return (name == null ? "default" : name) + (file == null ? "" : " with " + file);
    }
}
