package org.moide.coordinator.run.spmd;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.run.state.Seat;
import org.moide.coordinator.run.state.Seats;

/** What of a user's orders can be done with the engines of an SPMD application: one is replaced, added or taken away. Pure. */
final class SpmdOrders {
    private SpmdOrders() {}

    /**
     * The same as an order to replace, expand, assist or shrink; null if it is none, and {@link #refusal} says why.
     *
     * @param workers whether the application has workers: these have no tasks that an assistant could take
     */
    static @Nullable ChangeOrder forEpochs(ChangeOrder order, Seats seats, boolean workers) {
        if (order instanceof ChangeOrder.Drain drain) {
            List<Seat> there = at(drain.host(), seats);
            return there.size() == 1 ? new ChangeOrder.Replace(there.get(0).number(), List.of()) : null;
        } else if (order instanceof ChangeOrder.Leave leave) {
            return leave.engines().size() == 1
                    ? new ChangeOrder.Replace(leave.engines().get(0), List.of())
                    : null;
        } else if (order instanceof ChangeOrder.Expand expand) {
            return expand.hosts().size() <= 1 ? expand : null;
        }
        return order instanceof ChangeOrder.Assist assist
                        && (workers || assist.hosts().size() > 1)
                ? null
                : order;
    }

    private static List<Seat> at(String host, Seats seats) {
        return seats.active().stream().filter(seat -> seat.isAt(host)).toList();
    }

    static String refusal(ChangeOrder order, Seats seats, boolean workers) {
        if (workers && order instanceof ChangeOrder.Assist) {
            return "expected tasks, of which an assistant could take some, found an application of workers, which are"
                    + " balanced among all engines; 'moide expand' without --engine adds one";
        } else if (order instanceof ChangeOrder.Drain drain) {
            return "expected one engine of this run on " + drain.host() + ", found "
                    + at(drain.host(), seats).size() + "; 'moide replace' moves them one by one";
        }
        return "expected one host at a time for an SPMD application, found several";
    }
}
