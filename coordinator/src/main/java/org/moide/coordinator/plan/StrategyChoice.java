package org.moide.coordinator.plan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The strategy that balances the work.
 *
 * @param name the strategy's name; null for the default of the kind of application
 * @param file a properties file with its parameters; null for its default parameters
 */
public record StrategyChoice(
        @Nullable String name, @Nullable Path file) {
    /** Returns the default strategy with its default parameters. */
    public static StrategyChoice usual() {
        return new StrategyChoice(null, null);
    }

    @Override
    public String toString() {
        return (name == null ? "default" : name) + (file == null ? "" : " with " + file);
    }
}
