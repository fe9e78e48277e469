package org.moide.balance.strategy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The strategies by name, for the option {@code --strategy}.
 *
 * <pre>
 * guided   bundles that shrink with the pool, by power: bundleMillis (40, per thread), leastMillis (0.2),
 *          loanMillis (20), aheadMillis (3), settle (true), settleMillis (2)
 * demand   a block of tasks for each request (SAMBA's S2): block (1), aheadMillis (3), settle (true), settleMillis (2)
 * master-slave   one task for each idle thread (MOIDE, Fig. 8(a)): settle (true), settleMillis (2)
 * static   shares by power at the start (SAMBA's S1)
 * stealing random victims, then lifelines: victims (2), part (0.5), lifelines (hypercube), and as guided: bundleMillis,
 *          leastMillis, loanMillis, aheadMillis
 * collective (S3), central (S4)               threshold (0), waitMillis (50), pauseMillis (2)
 * most-loaded (S5)                            the same
 * partitioned (S6)                            and groups (4)
 * neighbours (S7)                             and neighbours (hypercube)
 * rated (S8), rated-partitioned (S9: groups)  and tolerance (0.5)
 * mig0, mig1, mig2                            block, part, keep, low, pauseMillis (2)
 * tdc      diffusion that considers data transfers: neighbours (hypercube), fa (0.5), first (0.5), update (0.1),
 *          classes (as many as the store has room for), pauseMillis (5); tdc-passive: the same without fa and first
 * </pre>
 *
 * <p>{@code docs/strategies.md} says what each is for. {@code S1} to {@code S9} are accepted as names too.
 *
 * <p>A name with a dot is the class of a user's own strategy.
 */
public final class Strategies {
    public static final String DEFAULT = "stealing";

    private static final String STATIC = "static";

    private static final Map<String, Function<StrategySetup, Strategy>> BY_NAME =
            Collections.unmodifiableMap(new TreeMap<>(Map.ofEntries(
                    Map.entry("guided", GuidedSelfScheduling::new),
                    Map.entry("demand", DemandDriven::new),
                    Map.entry("master-slave", MasterSlave::new),
                    Map.entry(STATIC, setup -> new StaticShares()),
                    Map.entry("stealing", WorkStealing::new),
                    Map.entry("collective", setup -> CollectiveBalancing.global(setup, false)),
                    Map.entry("central", CentralBalancing::new),
                    Map.entry("most-loaded", IndividualBalancing::global),
                    Map.entry("partitioned", setup -> CollectiveBalancing.partitioned(setup, false)),
                    Map.entry("neighbours", IndividualBalancing::ofNeighbours),
                    Map.entry("rated", setup -> CollectiveBalancing.global(setup, true)),
                    Map.entry("rated-partitioned", setup -> CollectiveBalancing.partitioned(setup, true)),
                    Map.entry("mig0", TaskMigration::mig0),
                    Map.entry("mig1", TaskMigration::mig1),
                    Map.entry("mig2", TaskMigration::mig2),
                    Map.entry("tdc", Diffusion::active),
                    Map.entry("tdc-passive", Diffusion::passive))));

    /** The strategies that SAMBA's text calls S1 to S9, in that order. */
    private static final List<String> OF_SAMBA = List.of(
            STATIC,
            "demand",
            "collective",
            "central",
            "most-loaded",
            "partitioned",
            "neighbours",
            "rated",
            "rated-partitioned");

    private Strategies() {}

    /** Returns the names of all strategies, sorted. */
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /**
     * Makes a strategy for one member.
     *
     * @param spec the strategy's name, one of {@link #names} or the name of a class, and its parameters; those that are
     *     missing have their defaults
     * @param member the number of the member that the strategy decides for
     * @param random the strategy's own random numbers
     * @param application the loader that finds a user's own strategy; null if there is none
     * @throws IllegalArgumentException for an unknown name or parameter, or a bad value; the message lists what is
     *     known
     */
    public static Strategy make(
            StrategySpec spec, int member, RandomGenerator random, @Nullable ClassLoader application) {
        Parameters read = new Parameters(spec);
        StrategySetup setup = new StrategySetup(member, read, random);
        Function<StrategySetup, Strategy> maker = BY_NAME.get(canonical(spec.name()));
        Strategy strategy;
        if (maker != null) {
            strategy = maker.apply(setup);
        } else if (spec.name().contains(".")) {
            strategy = OwnClass.make(spec.name(), Strategy.class, setup, application);
        } else {
            throw new IllegalArgumentException("there is no strategy \"" + spec.name() + "\""
                    + NearestNames.hint(spec.name(), BY_NAME.keySet()) + "; a class of your own has a dot in its name");
        }
        read.requireAllRead();
        return strategy;
    }

    /**
     * Returns whether the strategy of this name gives tasks out only at the start, so that each engine keeps the tasks
     * it got.
     */
    public static boolean isStatic(StrategySpec spec) {
        return canonical(spec.name()).equals(STATIC);
    }

    private static String canonical(String name) {
        return name.matches("[sS][1-9]") ? OF_SAMBA.get(name.charAt(1) - '1') : name;
    }
}
