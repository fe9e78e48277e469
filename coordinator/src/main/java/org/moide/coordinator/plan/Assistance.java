package org.moide.coordinator.plan;

import java.util.List;

/**
 * Whether a run attaches assistants to overloaded engines by itself, and from where it takes them.
 *
 * @param automatic whether it does
 * @param from the engine daemons that are kept for this, whatever else is on their hosts; empty for whichever host of the
 *     run has none of its engines
 * @param besideOthers whether a machine that has engines of the run will do
 */
public record Assistance(boolean automatic, List<DaemonAddress> from, boolean besideOthers) {
    /** None but those that the user orders. */
    public static final Assistance NONE = new Assistance(false, List.of(), false);

    public Assistance {
        from = List.copyOf(from);
    }

    /**
     * For a run with its engines there.
     *
     * @throws PlanException if such a run cannot have others
     */
    public static Assistance of(boolean automatic, List<DaemonAddress> from, Placement placement) {
        boolean local = placement.daemons().isEmpty();
        if (local && !from.isEmpty()) {
            throw new PlanException(
                    "--assist-from: expected a run with --hosts, whose port others can reach, found one on"
                            + " this machine only; 'moide run --hosts node1 --engines 1 ...' computes here alone at first");
        }
        return new Assistance(automatic, from, local || !from.isEmpty());
    }

    @Override
    public String toString() {
        if (!automatic) {
            return "on order";
        }
        return from.isEmpty() ? "by itself" : "by itself, from " + from;
    }
}
