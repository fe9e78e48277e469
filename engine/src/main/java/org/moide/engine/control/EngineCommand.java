package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.moide.balance.loan.Letter;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.Registration;

/** What the coordinator tells an engine. */
public sealed interface EngineCommand extends Serializable {
    /**
     * An epoch begins: who is who, and what part of the work is whose.
     *
     * @param powers each engine's power, by engine number
     * @param collectives by which lengths they take their ways
     */
    record Register(Registration registration, List<Double> powers, Tuning collectives) implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Register {
            powers = List.copyOf(powers);
            if (powers.size() != registration.engines().size()) {
                throw new IllegalArgumentException("expected "
                        + registration.engines().size() + " powers, one for each engine, found " + powers.size());
            }
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
     * @param recordedTasks how many tasks each thread writes down for {@code --record-workload}; 0 if nothing is recorded
     */
    record Start(
            Map<String, Long> sharedBytes,
            boolean bag,
            StrategySpec strategy,
            TaskSettings tasks,
            long seed,
            Membership members,
            int recordedTasks)
            implements EngineCommand {
        private static final long serialVersionUID = 1L;

        public Start {
            sharedBytes = Map.copyOf(sharedBytes);
        }
    }

    /** About tasks, from the root of the balancing. */
    record Loan(Letter letter) implements EngineCommand {
        private static final long serialVersionUID = 1L;
    }

    /** Who takes part in the balancing has changed. */
    record Members(Membership members) implements EngineCommand {
        private static final long serialVersionUID = 1L;
    }

    /** Another engine is gone: whoever waits for it is released. */
    record MemberLost(int engine, String why) implements EngineCommand {
        private static final long serialVersionUID = 1L;
    }

    /** The run is over (MOIDE, §3.2, {@code ceaseEngine}). */
    record Cease(String why) implements EngineCommand {
        private static final long serialVersionUID = 1L;
    }
}
