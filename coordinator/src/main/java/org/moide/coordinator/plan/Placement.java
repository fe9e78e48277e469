package org.moide.coordinator.plan;

import java.util.List;
import java.util.Objects;
import org.moide.coordinator.selection.Constraints;
import org.moide.coordinator.selection.Topology;

/**
 * The places of a run's engines: on hosts with running daemons, in further JVMs on this machine, or only in this JVM.
 *
 * @param ownEngine whether the coordinator's JVM has an engine, engine 0
 * @param engineBeside whether engine 0 is on the coordinator's machine, but in a JVM of its own
 * @param localEngines the number of engines on this machine, the coordinator's own included; 1 if the user gave none
 * @param daemons the engine daemons that start engines; empty if all engines are on this machine
 * @param engines the number of all engines, the coordinator's own included; 0 for one on each host, or for the least
 *     number of an elastic run
 * @param elasticity the changes that the run makes to its engines by itself
 * @param constraints the conditions that a daemon's host must meet
 * @param origin the options with which the run started its daemons and can start them again; empty if the daemons ran
 *     before
 * @param topology the description of which hosts are near each other
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
     * The greatest number of engines of a run. MOIDE is made for some hundreds of engines, since each engine has a
     * table of all engines and a connection to every other engine.
     */
    public static final int MAX_ENGINES = 4096;

    public Placement {
        daemons = List.copyOf(daemons);
        elasticity =
                // A plan of an earlier version has no elasticity.
                Objects.requireNonNullElse(elasticity, Elasticity.none());
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

    /** Creates a placement of a run that never changes its engines by itself. */
    public Placement(boolean ownEngine, int localEngines, List<DaemonAddress> daemons, int engines) {
        this(ownEngine, localEngines, daemons, engines, Elasticity.none(), Constraints.NONE);
    }

    /** Creates a placement on daemons that ran before the run. */
    public Placement(
            boolean ownEngine,
            int localEngines,
            List<DaemonAddress> daemons,
            int engines,
            Elasticity elasticity,
            Constraints constraints) {
        this(ownEngine, false, localEngines, daemons, engines, elasticity, constraints, List.of(), Topology.NONE);
    }

    /** Returns a copy with other daemons in place of the present ones. They were started anew for the same run. */
    public Placement on(List<DaemonAddress> others) {
        return new Placement(
                ownEngine, engineBeside, localEngines, others, engines, elasticity, constraints, origin, topology);
    }

    /**
     * Returns a copy whose coordinator's JVM has no engine. Its engine 0 gets a JVM of its own on the coordinator's
     * machine, if there are daemons and they are not reached through ssh.
     */
    public Placement withoutOwnEngine() {
        boolean beside = ownEngine && !daemons.isEmpty() && !DaemonAddress.areThroughSsh(daemons);
        return new Placement(false, beside, localEngines, daemons, engines, elasticity, constraints, origin, topology);
    }

    /** Returns a copy that has the options with which the run's daemons can be started again. */
    public Placement from(List<String> options) {
        return new Placement(
                ownEngine, engineBeside, localEngines, daemons, engines, elasticity, constraints, options, topology);
    }

    /** Returns a copy with these rules for the changes that the run makes by itself. */
    public Placement changing(Elasticity other) {
        return new Placement(
                ownEngine, engineBeside, localEngines, daemons, engines, other, constraints, origin, topology);
    }

    /** Returns a copy with this topology. The engines are numbered in the order of its places. */
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

    /** Returns the placement of a run whose only engine is in this JVM. */
    public static Placement alone() {
        return new Placement(true, 1, List.of(), 0);
    }

    /** Returns whether this JVM is and stays the only JVM of the run. */
    public boolean isAlone() {
        return ownEngine && localEngines == 1 && daemons.isEmpty() && !elasticity.isResizing();
    }

    /** Returns the number of engines at the start, the coordinator's own included; 0 for one on each host. */
    public int firstEngines() {
        return engines == 0 && !daemons.isEmpty() ? elasticity.least() : engines;
    }

    /** Returns the number of JVMs that the coordinator starts on this machine without any daemon. */
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
