package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.CommProfile;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.ProgramKind;
import org.moide.coordinator.selection.Selection;
import org.moide.coordinator.selection.Topology;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of every command that runs something: the place and resources of engines, and how they are reached. */
final class EngineOptions {
    @Mixin
    MonitorOption monitor = new MonitorOption();

    @Mixin
    HostOptions hosts = new HostOptions();

    @Mixin
    ConstraintOptions constraints = new ConstraintOptions();

    @Use(
            group = HelpGroup.PLACE,
            places = {RunPlace.LOCAL, RunPlace.ALONE},
            here = Use.HARMLESS)
    @Option(
            names = "--local-engines",
            order = 12,
            paramLabel = "<n>",
            description = "n engines on this machine: this JVM and n-1 more.")
    @Nullable
    Integer localEngines;

    @Use(
            group = HelpGroup.PLACE,
            places = {RunPlace.LOCAL, RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SYMMETRIC},
            here = Use.HARMLESS)
    @Option(
            names = "--engines",
            order = 13,
            paramLabel = "<n>",
            description = "How many engines in all, this JVM's included, the best hosts first (default: all).")
    @Nullable
    Integer engines;

    @Use(
            group = HelpGroup.PLACE,
            places = {RunPlace.LOCAL, RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SYMMETRIC},
            here = Use.HARMLESS)
    @Option(
            names = "--no-own-engine",
            order = 14,
            description = "Let this JVM only coordinate: a fault in the application cannot take it along.")
    boolean noOwnEngine;

    @Use(
            group = HelpGroup.PLACE,
            places = {RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
    @Option(
            names = "--topology",
            order = 19,
            paramLabel = "<file>",
            description =
                    "Which hosts are near each other, a line a host, 'node1* site/rack': near ones get IDs that follow"
                            + " each other.")
    @Nullable
    Path topology;

    @Use(group = HelpGroup.PLACE, here = Use.HARMLESS)
    @Option(
            names = "--threads",
            order = 20,
            paramLabel = "<n>",
            description = "Compute threads of each engine (default: the machine's processors / its engines).")
    @Nullable
    Integer threads;

    @Use(group = HelpGroup.PLACE, here = Use.HARMLESS)
    @Option(
            names = "--overcommit",
            order = 20,
            description =
                    "Take all processors of the hosts, also those that other runs have (default: those that are free,"
                            + " where any are).")
    boolean overcommit;

    @Use(group = HelpGroup.PLACE, here = Use.HARMLESS)
    @Option(
            names = "--engine-memory",
            order = 21,
            paramLabel = "<size>",
            description = "Heap of each engine, such as 2g (default: 70%% of the machine's memory / its engines).")
    @Nullable
    String engineMemory;

    @Use(
            group = HelpGroup.EXPERT,
            places = {RunPlace.LOCAL, RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
    @Option(
            names = "--jvm-arg",
            order = 22,
            paramLabel = "<arg>",
            description = "An option for the JVMs of the other engines, as in --jvm-arg=-Xss4m; may be repeated.")
    List<String> jvmArguments = List.of();

    @Use(group = HelpGroup.BALANCING)
    @Option(
            names = "--power",
            order = 23,
            split = ",",
            paramLabel = "<host=number>",
            description = "Take this as a host's power instead of measuring it; 'own=<number>' for this machine.")
    List<String> powers = List.of();

    @Use(group = HelpGroup.EXPERT, programs = ProgramKind.THREADS)
    @Option(
            names = "--comm-profile",
            order = 24,
            paramLabel = "<file>",
            description = "From which lengths collectives take other ways, measured by 'bench comm --save-profile'.")
    @Nullable
    Path commProfile;

    @Use(
            group = HelpGroup.EXPERT,
            places = {RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
    @Option(
            names = "--port",
            order = 72,
            paramLabel = "<port>",
            description = "Listen on this port (default: any that is free).")
    @Nullable
    Integer port;

    @Mixin
    NetworkOptions network = new NetworkOptions();

    /**
     * Returns where the engines are to run. A host option on the command line takes precedence over one from an
     * environment variable or a file. If a cluster monitor is named, asks the monitor for hosts.
     */
    Placement placement(CommandSpec spec, MoideActions actions, TerminalConsole console) throws InterruptedException {
        List<DaemonAddress> daemons = hosts.daemons(spec);
        List<DaemonAddress> monitors = monitor.monitors(spec);
        if (daemons.isEmpty()
                && monitors.isEmpty()
                && spec.commandLine().getParseResult().hasMatchedOption("--power")) {
            requireOwnPower();
        }
        if (!monitors.isEmpty()) {
            daemons = MonitorOption.daemons(monitors, daemons, actions, network(), console);
        }
        return placement(localEngines == null ? 1 : localEngines, daemons);
    }

    /** Returns a placement on daemons that are started for the run. */
    Placement placement(List<DaemonAddress> daemons) {
        return placement(1, daemons);
    }

    private Placement placement(int local, List<DaemonAddress> daemons) {
        return new Placement(
                        !noOwnEngine,
                        local,
                        daemons,
                        atLeastOne("--engines", engines),
                        Elasticity.none(),
                        constraints.constraints())
                .along(topology());
    }

    /** Returns the locations of hosts from the file that the options name. */
    Topology topology() {
        return TopologyFile.read(topology);
    }

    EngineSettings settings(Placement placement) {
        requireRoom(placement, MemorySize.ofThisMachine());
        return new EngineSettings(
                atLeastOne("--threads", threads), memoryBytes(placement), jvmArguments, powers(), overcommit);
    }

    private long memoryBytes(Placement placement) {
        if (engineMemory == null) {
            return 0;
        }
        long bytes = MemorySize.bytes("--engine-memory", engineMemory);
        long here = MemorySize.ofThisMachine();
        boolean usedHere = placement.ownEngine() || placement.daemons().isEmpty();
        if (usedHere && bytes > here) {
            throw new PlanException("--engine-memory: expected at most what this machine has, " + (here >> 20)
                    + "m, found " + engineMemory);
        }
        return bytes;
    }

    /**
     * Checks that the memory of this machine suffices for all engines. Refuses a run in which an engine's heap would be
     * too small to start.
     *
     * @param here the machine's memory in bytes
     */
    static void requireRoom(Placement placement, long here) {
        int children = placement.localChildren();
        int engines = children + (placement.ownEngine() ? 1 : 0);
        long most = Math.max(1, Selection.mostEngines(here, EngineSettings.LEAST_MEMORY_BYTES));
        if (children > 0 && engines > most) {
            throw new PlanException("--local-engines: expected at most " + most
                    + " on this machine, since an engine needs "
                    + MemorySize.text(EngineSettings.LEAST_MEMORY_BYTES) + " of its " + (here >> 20) + "m, found "
                    + engines + "; have fewer, with more --threads each, or name other hosts (--hosts)");
        }
    }

    CommProfile collectives() {
        return CommProfile.read(commProfile);
    }

    NetworkSettings network() {
        return network.settings(port == null ? 0 : port);
    }

    /**
     * Refuses an option on the command line that sets the power of another host, in a run on this machine alone. Such a
     * power in a settings file is meant for other runs and is ignored.
     */
    private void requireOwnPower() {
        powers().keySet().stream()
                .filter(name -> !name.equals(EngineSettings.OWN_HOST))
                .findFirst()
                .ifPresent(name -> {
                    throw new PlanException("--power: expected only " + EngineSettings.OWN_HOST
                            + "=<number> in a run on this machine alone, found " + name
                            + "; hosts are named by --hosts");
                });
    }

    private static int atLeastOne(String option, @Nullable Integer value) {
        if (value == null) {
            return 0;
        }
        if (value < 1) {
            throw new PlanException(option + ": expected 1 or more, found " + value);
        }
        return value;
    }

    private Map<String, Double> powers() {
        Map<String, Double> byHost = new TreeMap<>();
        for (String power : powers) {
            int equals = power.lastIndexOf('=');
            try {
                if (equals > 0) {
                    byHost.put(power.substring(0, equals), Double.valueOf(power.substring(equals + 1)));
                    continue;
                }
            } catch (NumberFormatException notANumber) {
                // The message below says what was expected.
            }
            throw new PlanException(
                    "--power: expected host=number such as node1=250 or own=100, found '" + power + "'");
        }
        return byHost;
    }
}
