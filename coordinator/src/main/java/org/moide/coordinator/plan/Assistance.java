package org.moide.coordinator.plan;

import java.util.List;

/**
 * The settings of assistants: whether a run attaches them to overloaded engines by itself, and from where it takes
 * them.
 *
 * @param automatic whether the run attaches them by itself
 * @param from the engine daemons that are kept for this, whatever else is on their hosts; empty for the hosts of
 *     the run that have none of its engines
 * @param besideOthers whether a machine that has engines of the run will do
 */
public record Assistance(boolean automatic, List<DaemonAddress> from, boolean besideOthers) {
    /** Only the assistants that the user orders. */
    public static final Assistance NONE = new Assistance(false, List.of(), false);

    public Assistance {
        from = List.copyOf(from);
    }

    /**
     * Returns the settings for a run with this placement.
     *
     * @throws PlanException if a run with this placement cannot use those daemons
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
