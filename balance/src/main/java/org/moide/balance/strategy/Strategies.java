package org.moide.balance.strategy;

import java.util.List;
import java.util.Map;

/** The strategies by name, as {@code --strategy} takes them. */
public final class Strategies {
    /** The one that is used if none is named. */
    public static final String DEFAULT = "guided";

    private Strategies() {}

    /** All names, sorted. */
    public static List<String> names() {
        throw new UnsupportedOperationException();
    }

    /**
     * A new strategy.
     *
     * @param name one of {@link #names}
     * @param parameters by name, as in a properties file; what is missing has its default
     * @throws IllegalArgumentException for an unknown name, an unknown parameter or a bad value: with what is known
     */
    public static Strategy named(String name, Map<String, String> parameters) {
        throw new UnsupportedOperationException();
    }
}
