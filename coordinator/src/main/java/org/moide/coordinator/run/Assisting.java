package org.moide.coordinator.run;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.reconfigure.AssistPolicy;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.engine.control.EngineReport;

/** The assistants of a bag's engines: attached by the run itself if the user wants that, free when their principal goes. */
final class Assisting {
    private final Seats seats;
    private final GlobalPool pool;
    private final BagChanges changes;
    private final Consumer<String> note;
    private final AssistPolicy policy = new AssistPolicy();
    private Assistance plan = Assistance.NONE;

    Assisting(Seats seats, GlobalPool pool, BagChanges changes, Consumer<String> note) {
        this.seats = seats;
        this.pool = pool;
        this.changes = changes;
        this.note = note;
    }

    /** What the user wants. */
    void by(Assistance wanted) {
        plan = wanted;
    }

    /** An engine has said what it has done so far; this one or another may need an assistant. */
    void heard(Seat seat, EngineReport.Beat beat, long nowNanos) {
        if (!plan.automatic() || pool.isFinished()) {
            return;
        }
        policy.heard(new AssistPolicy.Sample(nowNanos, beat.tasks(), beat.queued(), beat.waitedNanos()), seat.member());
        AssistPolicy.Overload found = policy.overloaded(candidates(), nowNanos);
        if (found != null) {
            Recruitment.Reach reach = plan.besideOthers() ? Recruitment.Reach.ANY_HOST : Recruitment.Reach.IDLE_HOSTS;
            policy.begun();
            changes.assist(
                    new ChangeOrder.Assist(found.engine(), plan.from()),
                    reach,
                    found.why(),
                    answer -> policy.over(answer.done()),
                    nowNanos);
        }
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

    /** One takes an engine's place, if anybody does: its assistants go on assisting that one, and are told with the next news. */
    void succeeded(Seat principal, @Nullable Seat successor, long nowNanos) {
        if (successor == null) {
            return;
        }
        for (Seat seat : seats.active()) {
            if (seat.principal() == principal.number()) {
                seat.assists(successor.number());
                note.accept(seat.name() + " assists engine-" + successor.number()
                        + " from now on, which takes the place of engine-" + principal.number());
            }
        }
        pool.succeeded(principal, successor, nowNanos);
    }

    /** An engine is gone, or on its way out: who assisted it computes like anybody else, and all hear of it. */
    void gone(Seat principal) {
        policy.gone(principal.number());
        for (Seat seat : seats.active()) {
            if (seat.principal() == principal.number()) {
                seat.assists(Membership.NO_PRINCIPAL);
                note.accept(seat.name() + " goes on by itself: engine-" + principal.number()
                        + ", which it assisted, is gone");
            }
        }
        pool.tellNews();
    }
}
