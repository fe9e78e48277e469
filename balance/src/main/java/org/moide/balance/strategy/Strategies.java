package org.moide.balance.strategy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The strategies by name, as {@code --strategy} takes them.
 *
 * <pre>
 * guided   bundles that shrink with the pool, by power: bundleMillis (10, per thread), leastMillis (0.2),
 *          loanMillis (5), settle (true), settleMillis (2)
 * demand   a block of tasks to whoever asks (SAMBA's S2): block (1), settle (true), settleMillis (2)
 * static   shares by power at the start (SAMBA's S1)
 * </pre>
 */
public final class Strategies {
    /** The one that is used if none is named. */
    public static final String DEFAULT = "guided";

    private static final Map<String, Function<Parameters, Strategy>> BY_NAME =
            Collections.unmodifiableMap(new TreeMap<>(Map.of(
                    "guided", GuidedSelfScheduling::new,
                    "demand", DemandDriven::new,
                    "static", parameters -> new StaticShares())));

    private Strategies() {}

    /** All names, sorted. */
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /**
     * A new strategy.
     *
     * @param name one of {@link #names}
     * @param parameters by name, as in a properties file; what is missing has its default
     * @throws IllegalArgumentException for an unknown name, an unknown parameter or a bad value, with what is known
     */
    public static Strategy named(String name, Map<String, String> parameters) {
        Function<Parameters, Strategy> maker = BY_NAME.get(name);
        if (maker == null) {
            throw new IllegalArgumentException(
                    "there is no strategy \"" + name + "\"" + NearestNames.hint(name, BY_NAME.keySet()));
        }
        Parameters read = new Parameters(name, parameters);
        Strategy strategy = maker.apply(read);
        read.requireAllRead();
        return strategy;
    }
}
