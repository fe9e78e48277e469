package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.moide.balance.loan.Letter;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;

/**
 * What the coordinator tells an engine. A <b>seat</b> is an engine's process in a run, numbered once; its <b>engine number</b> is
 * its place in the registration of an epoch.
 */
public sealed interface EngineCommand extends Serializable {
    /**
     * An epoch begins: who is who, and what part of the work is whose.
     *
     * @param engine which of the registered engines the receiver is
     * @param powers each engine's power, by engine number
     * @param collectives by which lengths they take their ways
     */
    record Register(Registration registration, int engine, List<Double> powers, Tuning collectives)
            implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Register {
            powers = List.copyOf(powers);
            if (powers.size() != registration.engines().size()) {
                throw new IllegalArgumentException("expected "
                        + registration.engines().size() + " powers, one for each engine, found " + powers.size());
            }
            Objects.checkIndex(engine, powers.size());
        }
    }

    /**
     * Everybody is registered: run.
     *
     * @param sharedBytes the names of shared objects and their sizes in bytes; fetched when first asked for
     * @param bag whether the application is a bag of tasks; else it is SPMD
     * @param strategy how tasks are balanced
     * @param tasks how tasks are treated
     * @param seed the strategy's chance, with the engine's number
     * @param members who takes part in the balancing
     * @param nodes where each of these is reached, by seat
     * @param recordedTasks how many tasks each thread writes down for {@code --record-workload}; 0 if nothing is recorded
     */
    record Start(
            Map<String, Long> sharedBytes,
            boolean bag,
            StrategySpec strategy,
            TaskSettings tasks,
            long seed,
            Membership members,
            Map<Integer, NodeReference> nodes,
            int recordedTasks)
            implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Start {
            sharedBytes = Map.copyOf(sharedBytes);
            nodes = Map.copyOf(nodes);
        }
    }

    /** About tasks, from the root of the balancing. */
    record Loan(Letter letter) implements EngineCommand {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Who takes part in the balancing has changed.
     *
     * @param nodes where each member is reached, by seat
     */
    record Members(Membership members, Map<Integer, NodeReference> nodes) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Members {
            nodes = Map.copyOf(nodes);
        }
    }

    /**
     * Another engine is gone: whoever waits for it is released.
     *
     * @param engine its number in this epoch
     */
    record MemberLost(int engine, String why) implements EngineCommand {
        private static final long serialVersionUID = 1L;
    }

    /** The run is over (MOIDE, §3.2, {@code ceaseEngine}). */
    record Cease(String why) implements EngineCommand {
        private static final long serialVersionUID = 1L;
    }
}
