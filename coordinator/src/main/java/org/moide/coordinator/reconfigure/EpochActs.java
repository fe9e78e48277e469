package org.moide.coordinator.reconfigure;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;

/** What {@link SpmdEpochs} acts on; called on the control thread, nothing here may block. */
public interface EpochActs {
    /** The kind of a change that nobody wanted. */
    String LOSS = "loss";

    void tell(int seat, EngineCommand command);

    /**
     * Has an engine made, and says which seat it will have; {@link SpmdEpochs#made} or {@link SpmdEpochs#notMade} comes of
     * it.
     */
    int recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, Recruitment.Reach reach);

    /** All are registered: they are to be told to start, with tasks balanced anew among these members. */
    void begin(Registration registration, Membership members, Map<Integer, NodeReference> nodes);

    /** A line for the user. */
    void note(String line);

    /**
     * For the run's report.
     *
     * @param sinceNanos when it began
     * @param tookNanos for how long the threads were out
     */
    void changed(String kind, String what, long sinceNanos, long tookNanos);

    /** This engine has no part in the run any more. */
    void retire(int seat);

    void fail(EngineReport.Failed failure);

    /** The same, for a reason of the system's own. */
    default void fail(String why) {
        fail(new EngineReport.Failed("coordinator", why, "", false));
    }

    /** As {@link #fail}, before any thread has begun: there is nobody to compute. */
    void nobody(String why);
}
