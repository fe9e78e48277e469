package org.moide.coordinator.plan;

import java.util.List;

/**
 * The settings for assistants. An assistant is an engine that computes for one overloaded engine. The settings say
 * whether a run attaches assistants by itself, and on which hosts.
 *
 * @param attaching whether the run may attach assistants by itself
 * @param from the engine daemons reserved for assistants; if empty, the run uses those of its hosts that have none of
 *     its engines
 * @param besideOthers whether an assistant may be on a machine that already has engines of the run
 */
public record Assistance(Permission attaching, List<DaemonAddress> from, boolean besideOthers) {
    /** The settings of a run that attaches only the assistants that the user orders. */
    public static final Assistance NONE = new Assistance(Permission.OPEN, List.of(), false);

    public Assistance {
        from = List.copyOf(from);
    }

    /**
     * Returns the settings for a run with this placement.
     *
     * @throws PlanException if a run with this placement cannot use these daemons
     */
    public static Assistance of(Permission attaching, List<DaemonAddress> from, Placement placement) {
        boolean local = placement.daemons().isEmpty();
        if (local && !from.isEmpty()) {
            throw new PlanException(
                    "--assist-from: expected a run with --hosts, whose port others can reach, found one on"
                            + " this machine only; 'moide run --hosts node1 --engines 1 ...' computes here alone at first");
        }
        return new Assistance(attaching, from, local || !from.isEmpty());
    }

    /** Returns whether the run attaches assistants by itself. */
    public boolean automatic() {
        return attaching == Permission.GIVEN;
    }

    @Override
    public String toString() {
        if (!automatic()) {
            return "on order";
        }
        return from.isEmpty() ? "by itself" : "by itself, from " + from;
    }
}
