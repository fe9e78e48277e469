package org.moide.coordinator.plan;

import java.util.List;
import java.util.Objects;
import org.moide.coordinator.selection.Constraints;
import org.moide.coordinator.selection.Topology;

/**
 * The places of the engines: on daemons that are already running, in JVMs of this machine, or only in this JVM.
 *
 * @param ownEngine whether the coordinator's JVM computes too, as engine 0
 * @param engineBeside whether the engine that would be in the coordinator's JVM is in one of its own beside it
 * @param localEngines how many engines this machine has, the coordinator's own included; 1 if it is not named, and then
 *     this JVM is the only engine unless there are daemons
 * @param daemons the engine daemons to ask; empty if all engines are local
 * @param engines the number of all engines, the coordinator's own included, on the best hosts; 0 for as many as
 *     there are hosts, or for the least number of an elastic run
 * @param elasticity what the run changes by itself
 * @param constraints what a daemon's host must have
 * @param origin the options with which daemons are started for the run and can be started once more; empty if they
 *     were there before
 * @param topology which hosts are near each other
 */
public record Placement(
        boolean ownEngine,
        boolean engineBeside,
        int localEngines,
        List<DaemonAddress> daemons,
        int engines,
        Elasticity elasticity,
        Constraints constraints,
        List<String> origin,
        Topology topology) {
    /**
     * The most engines. Every engine gets one registration table and has one connection to every peer; the aim is
     * hundreds.
     */
    public static final int MAX_ENGINES = 4096;

    public Placement {
        daemons = List.copyOf(daemons);
        elasticity =
                Objects.requireNonNullElse(elasticity, Elasticity.none()); // what was written down earlier has none
        constraints = Objects.requireNonNullElse(constraints, Constraints.NONE);
        origin = origin == null ? List.of() : List.copyOf(origin);
        topology = Objects.requireNonNullElse(topology, Topology.NONE);
        if (daemons.isEmpty() && !constraints.equals(Constraints.NONE)) {
            throw new PlanException("--min-memory, --label and --exclude choose among hosts, and none are named;"
                    + " add --hosts or --hostfile");
        }
        DaemonAddress.areThroughSsh(daemons);
        if (localEngines < 1 || localEngines > MAX_ENGINES) {
            throw new PlanException("--local-engines: expected 1 to " + MAX_ENGINES + ", found " + localEngines);
        }
        if (engines < 0 || engines > MAX_ENGINES) {
            throw new PlanException("--engines: expected 1 to " + MAX_ENGINES + ", found " + engines);
        }
        if (!daemons.isEmpty() && localEngines > 1) {
            throw new PlanException("--local-engines and --hosts or --hostfile: expected only one of them;"
                    + " to use this machine beside others, start 'moide engine' on it and name it too");
        }
        if (daemons.isEmpty() && engines > localEngines) {
            throw new PlanException("--engines " + engines + ": no hosts are named for them;" + " use --local-engines "
                    + engines + ", or --hosts or --hostfile");
        }
        if (elasticity.isResizing()) {
            requireWithin(elasticity, engines, daemons.isEmpty() ? localEngines : elasticity.least());
        }
        if (elasticity.replacesSlow() && daemons.isEmpty()) {
            throw new PlanException(
                    "--replace-slow: all engines are on this machine, so there is no other host to go to;"
                            + " name some with --hosts or --hostfile");
        }
    }

    /** Creates a placement whose engines stay. */
    public Placement(boolean ownEngine, int localEngines, List<DaemonAddress> daemons, int engines) {
        this(ownEngine, localEngines, daemons, engines, Elasticity.none(), Constraints.NONE);
    }

    /** Creates a placement on daemons that were there before the run. */
    public Placement(
            boolean ownEngine,
            int localEngines,
            List<DaemonAddress> daemons,
            int engines,
            Elasticity elasticity,
            Constraints constraints) {
        this(ownEngine, false, localEngines, daemons, engines, elasticity, constraints, List.of(), Topology.NONE);
    }

    /** Returns the same placement on other daemons, which were started anew. */
    public Placement on(List<DaemonAddress> others) {
        return new Placement(
                ownEngine, engineBeside, localEngines, others, engines, elasticity, constraints, origin, topology);
    }

    /** Returns the same, whose coordinator computes nothing: the engine that was to be in its JVM is in one beside it. */
    public Placement withoutOwnEngine() {
        boolean beside = ownEngine && !daemons.isEmpty() && !DaemonAddress.areThroughSsh(daemons);
        return new Placement(false, beside, localEngines, daemons, engines, elasticity, constraints, origin, topology);
    }

    /** Returns the same placement with the options by which it can be started once more. */
    public Placement from(List<String> options) {
        return new Placement(
                ownEngine, engineBeside, localEngines, daemons, engines, elasticity, constraints, options, topology);
    }

    /** Returns the same placement with other changes by itself. */
    public Placement changing(Elasticity other) {
        return new Placement(
                ownEngine, engineBeside, localEngines, daemons, engines, other, constraints, origin, topology);
    }

    /** Returns the same placement with engines in the order of these places. */
    public Placement along(Topology places) {
        return new Placement(
                ownEngine, engineBeside, localEngines, daemons, engines, elasticity, constraints, origin, places);
    }

    private static void requireWithin(Elasticity elasticity, int engines, int usual) {
        int first = engines > 0 ? engines : usual;
        if (first < elasticity.least() || first > elasticity.most()) {
            throw new PlanException((engines > 0 ? "--engines " : "--local-engines ") + first + ": expected "
                    + elasticity.least() + " to " + elasticity.most() + " to begin with, as --elastic "
                    + elasticity.least() + ":" + elasticity.most() + " says");
        }
    }

    /** Returns the placement in this JVM alone. */
    public static Placement alone() {
        return new Placement(true, 1, List.of(), 0);
    }

    /** Returns whether there is no other JVM than this one. */
    public boolean isAlone() {
        return ownEngine && localEngines == 1 && daemons.isEmpty() && !elasticity.isResizing();
    }

    /** Returns the number of engines at the start, the coordinator's own included; 0 for as many as there are hosts. */
    public int firstEngines() {
        return engines == 0 && !daemons.isEmpty() ? elasticity.least() : engines;
    }

    /** Returns the number of JVMs to be started on this machine for engines without any daemon. */
    public int localChildren() {
        if (!daemons.isEmpty()) {
            return 0;
        }
        int wanted = engines == 0 ? localEngines : engines;
        return ownEngine ? wanted - 1 : wanted;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(ownEngine ? "this JVM" : "not this JVM");
        if (localChildren() > 0) {
            text.append(", ").append(localChildren()).append(" more on this machine");
        }
        if (!daemons.isEmpty()) {
            text.append(", daemons ").append(daemons);
        }
        if (!constraints.equals(Constraints.NONE)) {
            text.append(" with ").append(constraints.words());
        }
        if (!topology.equals(Topology.NONE)) {
            text.append(", ").append(topology.words());
        }
        if (engines > 0) {
            text.append(", ").append(engines).append(" engines in all");
        }
        if (elasticity.isOn()) {
            text.append(", ").append(elasticity);
        }
        return text.toString();
    }
}
