package org.moide.balance.worker.strategy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.NearestNames;
import org.moide.balance.strategy.OwnClass;
import org.moide.balance.strategy.Parameters;
import org.moide.balance.strategy.StrategySpec;

/**
 * The strategies for workers by name, for the option {@code --strategy}.
 *
 * <pre>
 * receiver  a process with little to do asks for a worker (ALDY, §4.2): receive (idle(0.05)), send (avg(0.6, 0.5)),
 *           waitRepeat (0.05), tries (4)
 * sender    a process with much to do offers one: receive (avg(0.5, 0.5)), send (avg(0.9, 0.5)), waitRepeat, tries
 * greedy    all know all loads, the most loaded move workers to the least loaded: tolerance (0.15), busy (0.7),
 *           period (0.05)
 * gossip    loads spread by gossip, overloaded processes move workers to random underloaded ones: tolerance, busy,
 *           period, and fanout (2)
 * rotate    every movable worker moves at every opportunity to the next process: for tests
 * none      no worker moves
 * </pre>
 *
 * <p>The first four also have {@code rest} (0.5) and {@code horizon} (2); all times are in seconds.
 * {@code docs/strategies.md} says what each is for. The names in ALDY's text are accepted too: {@code aldyStrategy},
 * {@code aldyRecvTS}, {@code aldySendTS}, {@code aldyWaitRepeat}.
 *
 * <p>A name with a dot is the class of a user's own strategy.
 */
public final class WorkerStrategies {
    public static final String DEFAULT = "greedy";

    private static final String NONE = "none";

    private static final Map<String, Function<WorkerStrategySetup, WorkerStrategy>> BY_NAME =
            Collections.unmodifiableMap(new TreeMap<>(Map.of(
                    "receiver",
                    Receiver::new,
                    "sender",
                    Sender::new,
                    "greedy",
                    Refinement::new,
                    "gossip",
                    Gossip::new,
                    "rotate",
                    setup -> new Rotation(),
                    NONE,
                    setup -> view -> List.of())));

    private WorkerStrategies() {}

    /** Returns the names of all strategies for workers, sorted. */
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /** Returns whether the strategy moves workers at all; only {@code none} does not. */
    public static boolean balances(StrategySpec spec) {
        return !AldyNames.translated(spec).name().equals(NONE);
    }

    /**
     * Makes a strategy for one process.
     *
     * @param spec the strategy's name, one of {@link #names} or the name of a class, and its parameters; those that are
     *     missing have their defaults. If its parameter file sets {@code aldyStrategy}, the name must be {@link
     *     #DEFAULT} or the strategy set there
     * @param process the number of the process that the strategy decides for
     * @param random the strategy's own random numbers
     * @param application the loader that finds a user's own strategy; null if there is none
     * @throws IllegalArgumentException for an unknown name or parameter, or a bad value; the message lists what is
     *     known
     */
    public static WorkerStrategy make(
            StrategySpec spec, int process, RandomGenerator random, @Nullable ClassLoader application) {
        StrategySpec ours = AldyNames.translated(spec);
        Parameters read = new Parameters(ours);
        WorkerStrategySetup setup = new WorkerStrategySetup(process, read, random);
        Function<WorkerStrategySetup, WorkerStrategy> maker = BY_NAME.get(ours.name());
        WorkerStrategy strategy;
        if (maker != null) {
            strategy = maker.apply(setup);
        } else if (ours.name().contains(".")) {
            strategy = OwnClass.make(ours.name(), WorkerStrategy.class, setup, application);
        } else {
            throw new IllegalArgumentException("there is no strategy for workers \"" + ours.name() + "\""
                    + NearestNames.hint(ours.name(), BY_NAME.keySet()) + "; a class of your own has a dot in its name");
        }
        read.requireAllRead();
        return strategy;
    }
}
