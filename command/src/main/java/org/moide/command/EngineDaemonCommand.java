package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.tunnel.HostWays;
import org.moide.commlib.tunnel.TunnelName;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code moide engine}: converts the arguments to an {@link EngineDaemonPlan} and starts the daemon. */
@Command(
        name = "engine",
        sortOptions = false,
        header = "Starts an engine daemon: this machine then computes for 'moide run --hosts'.",
        description = {
            "",
            "The daemon makes a JVM of its own for every run and ends it afterwards. It serves until it is ended"
                    + " (Ctrl-C). Only processes that have the same secret can use it: see 'moide key'."
        },
        footer = {
            "",
            "Examples:",
            "  moide engine",
            "  moide engine --port 7101 --bind 127.0.0.1",
            "  moide engine --label gpu --label rack=7",
            "  moide engine --monitor head",
            "  moide engine --advertise node7.example.org --engine-ports 7200-7299",
            "",
            "Variables: MOIDE_PORT, MOIDE_BIND, ...; or lines in ~/.moide/moide.properties."
        })
final class EngineDaemonCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Use(group = HelpGroup.EXPERT)
    @With(not = "--meet")
    @Option(
            names = "--port",
            order = 10,
            paramLabel = "<port>",
            description = "Listen on this port (default: 7100; 0: any that is free).")
    int port = DaemonAddress.DEFAULT_PORT;

    @Use(group = HelpGroup.EXPERT)
    @With(not = "--meet")
    @Option(
            names = "--engine-ports",
            order = 11,
            paramLabel = "<from-to>",
            description = "Ports for the engines' own JVMs, as for a firewall (default: any that are free).")
    @Nullable
    String enginePorts;

    @Use(group = HelpGroup.PROGRAM)
    @With(not = "--meet")
    @Option(
            names = "--power",
            order = 20,
            paramLabel = "<number>",
            description = "Report this as this host's power instead of measuring it.")
    @Nullable
    Double power;

    @Use(group = HelpGroup.PROGRAM)
    @With(not = "--meet")
    @Option(
            names = "--label",
            order = 22,
            paramLabel = "<key[=value]>",
            split = ",",
            description = "This host carries this label, for workers that are to be on such hosts; may be repeated.")
    List<String> labels = List.of();

    @Use(group = HelpGroup.FILES)
    @With(not = "--meet")
    @Option(
            names = "--cache",
            order = 21,
            paramLabel = "<folder>",
            description = "Keep the applications' jars and files here (default: ~/.moide/cache).")
    @Nullable
    Path cache;

    @Use(group = HelpGroup.WATCHING)
    @With(not = "--meet")
    @Option(
            names = "--monitor",
            order = 12,
            paramLabel = "<host:port,...>",
            description = "Tell this cluster monitor ('moide monitor'; default port: 7090), or these, of this host.")
    @Nullable
    String monitor;

    @Use(group = HelpGroup.FILES)
    @With(not = "--meet")
    @Option(
            names = "--port-file",
            order = 13,
            paramLabel = "<file>",
            description = "Write the port to this file, as a whole, once it listens there.")
    @Nullable
    Path portFile;

    @Use(group = HelpGroup.PROGRAM)
    @With(not = "--meet")
    @Option(
            names = "--end-when-idle",
            order = 14,
            paramLabel = "<minutes>",
            description = "End when there has been no engine for so long (default: never).")
    @Nullable
    Integer idleMinutes;

    @Typed
    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--meet",
            order = 14,
            paramLabel = "<folder>",
            description =
                    "Be a daemon of the Slurm job that this runs in, for the run whose folder this is: say there where"
                            + " it listens, with the secret that is there, and end with the run.")
    @Nullable
    Path meet;

    @Typed
    @Use(group = HelpGroup.EXPERT)
    @With(not = "--meet")
    @Option(
            names = "--tunnel",
            order = 14,
            hidden = true,
            paramLabel = "<id:folder>",
            description = "Reach others, and be reached, by sockets in this folder, which an ssh forwards.")
    @Nullable
    String tunnel;

    @Mixin
    @With(not = "--meet")
    MetricsOption metrics = new MetricsOption();

    @Mixin
    @With(not = "--meet")
    LogOptions log = new LogOptions();

    @Mixin
    NetworkOptions network = new NetworkOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    EngineDaemonCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (power != null && !(power > 0 && power < EngineSettings.MOST_POWER)) {
            throw new PlanException("--power: expected a number above 0, found " + power);
        }
        if (idleMinutes != null && idleMinutes < 1) {
            throw new PlanException("--end-when-idle: expected 1 minute or more, found " + idleMinutes);
        }
        int first = 0;
        int last = 0;
        if (enginePorts != null) {
            String[] ends = enginePorts.split("-", 2);
            first = port(ends[0]);
            last = ends.length == 2 ? port(ends[1]) : 0;
            if (last < first) {
                throw wrongPorts();
            }
        }
        if (meet != null) {
            return new JobDaemonRun(meet).serve(System.getenv(), network, actions, console);
        }
        HostWays ways = tunnel == null ? null : ways(tunnel);
        return actions.engine(
                new EngineDaemonPlan(
                        ways == null ? network.settings(port) : throughSsh(ways),
                        first,
                        last,
                        power == null ? 0 : power,
                        labels,
                        cache,
                        monitor == null ? List.of() : HostList.readMonitors(monitor),
                        log.settings(),
                        new EngineDaemonPlan.Stay(portFile, idleMinutes == null ? 0 : idleMinutes, null),
                        ways,
                        common.verbose),
                metrics.place(),
                console);
    }

    private static HostWays ways(String text) {
        try {
            return HostWays.of(text);
        } catch (IllegalArgumentException wrong) {
            throw new PlanException("--tunnel: " + wrong.getMessage(), wrong);
        }
    }

    /**
     * Returns the network settings of a daemon behind ssh. It listens on loopback, where the end of the ssh tunnel on
     * its host delivers connections, under a name that only the caller of ssh knows.
     */
    private NetworkSettings throughSsh(HostWays ways) {
        NetworkSettings told = network.settings(port);
        return new NetworkSettings(
                RmiSpaceOptions.LOOPBACK,
                told.port(),
                List.of(new TunnelName(ways.host(), "").text()),
                false,
                told.secretFile());
    }

    private int port(String text) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // The message below says what was expected.
        }
        throw wrongPorts();
    }

    private PlanException wrongPorts() {
        return new PlanException("--engine-ports: expected two ports such as 7200-7299, found '" + enginePorts + "'");
    }
}
