package org.moide.balance.strategy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The strategies by name, as {@code --strategy} takes them.
 *
 * <pre>
 * guided   bundles that shrink with the pool, by power: bundleMillis (40, per thread), leastMillis (0.2),
 *          loanMillis (20), aheadMillis (3), settle (true), settleMillis (2)
 * demand   a block of tasks to whoever asks (SAMBA's S2): block (1), aheadMillis (3), settle (true), settleMillis (2)
 * master-slave   one task to each thread that has nothing to do (MOIDE, Fig. 8(a)): settle (true), settleMillis (2)
 * static   shares by power at the start (SAMBA's S1)
 * stealing random victims, then lifelines: victims (2), part (0.5), lifelines (hypercube), and as guided: bundleMillis,
 *          leastMillis, loanMillis, aheadMillis
 * collective (S3), central (S4)               threshold (0), waitMillis (50), pauseMillis (2)
 * most-loaded (S5)                            the same
 * partitioned (S6)                            and groups (4)
 * neighbours (S7)                             and neighbours (hypercube)
 * rated (S8), rated-partitioned (S9: groups)  and tolerance (0.5)
 * mig0, mig1, mig2                            block, part, keep, low, pauseMillis (2)
 * tdc      diffusion that weighs what moving data costs: neighbours (hypercube), fa (0.5), first (0.5), update (0.1),
 *          classes (as many as the store has room for), pauseMillis (5); tdc-passive: the same without fa and first
 * </pre>
 *
 * <p>{@code docs/strategies.md} says what each is for. {@code S1} to {@code S9} are understood as names too.
 *
 * <p>A name with a dot in it is the class of a user's own strategy.
 */
public final class Strategies {
    /** The one that is used if none is named. */
    public static final String DEFAULT = "stealing";

    private static final Map<String, Function<StrategySetup, Strategy>> BY_NAME =
            Collections.unmodifiableMap(new TreeMap<>(Map.ofEntries(
                    Map.entry("guided", GuidedSelfScheduling::new),
                    Map.entry("demand", DemandDriven::new),
                    Map.entry("master-slave", MasterSlave::new),
                    Map.entry("static", setup -> new StaticShares()),
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

    /** S1 is the first; its names in SAMBA's text are understood too. */
    private static final List<String> OF_SAMBA = List.of(
            "static",
            "demand",
            "collective",
            "central",
            "most-loaded",
            "partitioned",
            "neighbours",
            "rated",
            "rated-partitioned");

    private Strategies() {}

    /** All names, sorted. */
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /**
     * A new strategy for one member.
     *
     * @param spec its name, one of {@link #names} or a class's, and parameters; what is missing has its default
     * @param member the member that it will decide for
     * @param random its own chance
     * @param application where a user's own strategy is looked for; null if there can be none
     * @throws IllegalArgumentException for an unknown name, an unknown parameter or a bad value, with what is known
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

    private static String canonical(String name) {
        return name.matches("[sS][1-9]") ? OF_SAMBA.get(name.charAt(1) - '1') : name;
    }
}
