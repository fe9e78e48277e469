package org.moide.engine.worker;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.engine.control.EngineHost;

/**
 * The hosts of an epoch's engines, after the engines have exchanged them, or {@link #UNKNOWN}. They show which engines
 * meet the requirements of workers. Immutable.
 *
 * @param engines the engines' hosts, by engine number
 */
record KnownHosts(List<EngineHost> engines) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Value while the engines have not exchanged their hosts, because no directive needs them. */
    public static final KnownHosts UNKNOWN = new KnownHosts(List.of());

    /** The greatest number of engines that an error message names. */
    private static final int MOST_TOLD = 10;

    public KnownHosts {
        engines = List.copyOf(engines);
    }

    /** Returns a copy with one more engine; {@link #UNKNOWN} stays unknown. */
    public KnownHosts with(EngineHost next) {
        if (engines.isEmpty()) {
            return UNKNOWN;
        }
        List<EngineHost> more = new ArrayList<>(engines);
        more.add(next);
        return new KnownHosts(more);
    }

    /**
     * Returns the function by which the balancing finds out whether an engine meets a worker's requirements. If the
     * hosts are unknown, every engine meets all requirements.
     */
    public WorkerRule.Fitness fitness() {
        return engines.isEmpty() ? WorkerRule.Fitness.ALL : new Looked(engines, new ConcurrentHashMap<>());
    }

    /**
     * Knows which engines meet a requirement. It computes the engines for each requirement once and keeps them, because
     * there are few different requirements and many queries.
     */
    private record Looked(List<EngineHost> engines, Map<WorkerRule.Needs, BitSet> found) implements WorkerRule.Fitness {
        @Override
        public boolean has(WorkerRule.Needs needs, int process) {
            return found.computeIfAbsent(needs, this::look).get(process);
        }

        private BitSet look(WorkerRule.Needs needs) {
            BitSet fit = new BitSet();
            for (int engine = 0; engine < engines.size(); engine++) {
                if (needs instanceof HostNeeds its && its.areMetBy(engines.get(engine))) {
                    fit.set(engine);
                }
            }
            return fit;
        }
    }

    /**
     * Checks that each declared worker has an engine that meets its requirements.
     *
     * @throws IllegalArgumentException if a worker has none; the message names the directive, the workers and the
     *     engines
     */
    public void requireEngines(Declarations declarations) {
        WorkerRule.Fitness fitness = fitness();
        for (Declarations.Workers workers : declarations.workers()) {
            WorkerRule rule = workers.rule();
            if (rule.needs() != null) {
                requireOne(workers, rule.needs(), List.of(), "", fitness);
                requireOne(workers, rule.needs(), rule.startOn(), "startOn " + rule.startOn() + ", ", fitness);
                requireOne(workers, rule.needs(), rule.moveTo(), "moveTo " + rule.moveTo() + ", ", fitness);
            }
        }
    }

    private void requireOne(
            Declarations.Workers workers,
            WorkerRule.Needs needs,
            List<Integer> named,
            String also,
            WorkerRule.Fitness fitness) {
        for (int engine = 0; engine < engines.size(); engine++) {
            if ((named.isEmpty() || named.contains(engine)) && fitness.has(needs, engine)) {
                return;
            }
        }
        String whose = workers.count() == 1
                ? "worker " + workers.first()
                : "workers " + workers.first() + " to " + (workers.first() + workers.count() - 1);
        throw new IllegalArgumentException(
                whose + ": expected an engine for the directives " + also + needs + ", found " + inWords());
    }

    private String inWords() {
        List<String> told = new ArrayList<>();
        for (int engine = 0; engine < Math.min(engines.size(), MOST_TOLD); engine++) {
            told.add("engine " + engine + " on " + engines.get(engine));
        }
        int more = engines.size() - told.size();
        return String.join(", ", told) + (more > 0 ? " and " + more + " more" : "");
    }
}
