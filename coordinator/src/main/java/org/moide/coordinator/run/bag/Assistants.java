package org.moide.coordinator.run.bag;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.reconfigure.automation.AssistPolicy;
import org.moide.coordinator.run.state.Seat;
import org.moide.coordinator.run.state.Seats;
import org.moide.engine.control.EngineReport;

/** The assistants of a bag's engines: attached by the run itself if the user wants that, free when their principal goes. */
final class Assistants {
    private final Seats seats;
    private final Assistance plan;
    private final AssistPolicy policy = new AssistPolicy();

    /** An assistant that somebody needs. */
    record Wanted(ChangeOrder.Assist order, Recruitment.Reach reach, ChangeReason why) {}

    /**
     * Nobody has one.
     *
     * @param plan what the user wants
     */
    Assistants(Seats seats, Assistance plan) {
        this.seats = seats;
        this.plan = plan;
    }

    /**
     * An engine has said what it has done so far; this one or another may need an assistant. What becomes of it is told to {@link
     * #over}.
     *
     * @return null if nobody needs any
     */
    @Nullable
    Wanted heard(Seat seat, EngineReport.Beat beat, long nowNanos) {
        if (!plan.automatic()) {
            return null;
        }
        policy.heard(new AssistPolicy.Sample(nowNanos, beat.tasks(), beat.queued(), beat.waitedNanos()), seat.member());
        AssistPolicy.Overload found = policy.overloaded(candidates(), nowNanos);
        if (found == null) {
            return null;
        }
        policy.begun();
        return new Wanted(
                new ChangeOrder.Assist(found.engine(), plan.from()),
                plan.besideOthers() ? Recruitment.Reach.ANY_HOST : Recruitment.Reach.IDLE_HOSTS,
                ChangeReason.of(found.why()));
    }

    /** Whether what was wanted last is done. */
    void over(boolean done) {
        policy.over(done);
    }

    /** Those who compute, are nobody's assistant and have none yet. */
    private Set<Integer> candidates() {
        Set<Integer> candidates = new HashSet<>();
        for (Seat seat : seats.active()) {
            if (seat.state() == Seat.State.REGISTERED && seat.principal() == Membership.NO_PRINCIPAL) {
                candidates.add(seat.number());
            }
        }
        seats.active().forEach(seat -> candidates.remove(seat.principal()));
        return candidates;
    }

    /** One takes an engine's place: its assistants go on assisting that one. Lines for the user. */
    List<String> succeeded(Seat principal, Seat successor) {
        List<String> lines = new ArrayList<>();
        for (Seat seat : seats.active()) {
            if (seat.principal() == principal.number()) {
                seat.assists(successor.number());
                lines.add(seat.name() + " assists engine-" + successor.number()
                        + " from now on, which takes the place of engine-" + principal.number());
            }
        }
        return lines;
    }

    /** An engine is gone, or on its way out: who assisted it computes like anybody else. Lines for the user. */
    List<String> gone(Seat principal) {
        policy.gone(principal.number());
        List<String> lines = new ArrayList<>();
        for (Seat seat : seats.active()) {
            if (seat.principal() == principal.number()) {
                seat.assists(Membership.NO_PRINCIPAL);
                lines.add(seat.name() + " goes on by itself: engine-" + principal.number()
                        + ", which it assisted, is gone");
            }
        }
        return lines;
    }
}
