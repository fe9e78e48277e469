package org.moide.coordinator.run.bag;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.reconfigure.automation.AssistPolicy;
import org.moide.coordinator.run.state.Seat;
import org.moide.coordinator.run.state.Seats;
import org.moide.engine.control.EngineReport;

/**
 * The assistants in a run of a bag of tasks. An assistant is an engine that computes for one other engine only, its
 * principal. If the user wants it, the run starts assistants by itself. When a principal leaves, its assistants become
 * ordinary engines.
 */
final class Assistants {
    private final Seats seats;
    private final Assistance plan;
    private final AssistPolicy policy = new AssistPolicy();

    /** An order to start an assistant for an overloaded engine. */
    record Wanted(ChangeOrder.Assist order, Recruitment.Reach reach, ChangeReason why) {}

    /**
     * Creates the object without assistants.
     *
     * @param plan the user's settings of assistants
     */
    Assistants(Seats seats, Assistance plan) {
        this.seats = seats;
        this.plan = plan;
    }

    /**
     * Handles an engine's heartbeat. If it shows that an engine needs an assistant, and the run attaches assistants by
     * itself, returns the order to start one. The caller must report the outcome to {@link #over}.
     *
     * @return the assistant to start; null if there is none to start
     */
    @Nullable
    Wanted heard(Seat seat, EngineReport.Beat beat, long nowNanos) {
        policy.heard(new AssistPolicy.Sample(nowNanos, beat.tasks(), beat.queued(), beat.waitedNanos()), seat.member());
        RunStatus.Overload found = plan.automatic() ? policy.overloaded(candidates(), nowNanos) : null;
        if (found == null) {
            return null;
        }
        policy.begun();
        return new Wanted(
                new ChangeOrder.Assist(found.engine(), plan.from()),
                plan.besideOthers() ? Recruitment.Reach.ANY_HOST : Recruitment.Reach.IDLE_HOSTS,
                ChangeReason.of(found.why()));
    }

    /**
     * Returns the engine that needs an assistant most, for a run that advises assistants; null if no engine needs one, or
     * if the run attaches assistants by itself or the user does not want any.
     */
    RunStatus.@Nullable Overload overload() {
        return plan.attaching() == Permission.OPEN ? policy.overloaded(candidates()) : null;
    }

    /** Records whether the last ordered assistant has started. */
    void over(boolean done) {
        policy.over(done);
    }

    /**
     * Returns the engines that may get an assistant: engines that compute, have no assistant yet, and are no assistants
     * themselves.
     */
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

    /** Gives the assistants of an engine to the engine that has replaced it. Returns lines for the user. */
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

    /**
     * Turns the assistants of an engine that has left or is about to leave into ordinary engines. Returns lines for the
     * user.
     */
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
