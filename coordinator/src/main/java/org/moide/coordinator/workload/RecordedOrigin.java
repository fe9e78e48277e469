package org.moide.coordinator.workload;

import java.util.ArrayList;
import java.util.List;
import org.moide.balance.strategy.Membership;

/** Where a workload was recorded. */
public interface RecordedOrigin {
    /** The power of a thread to which times refer, by the kernel that measures power. */
    double threadPower();

    /** Who computed. */
    List<RecordedWorkload.Engine> engines();

    /** The engines of the run as members; a thread of {@link #threadPower} has power 1. */
    default Membership members() {
        List<Membership.Member> members = new ArrayList<>();
        for (RecordedWorkload.Engine engine : engines()) {
            members.add(new Membership.Member(members.size(), 1, engine.power() / threadPower(), engine.threads()));
        }
        return Membership.of(members);
    }
}
