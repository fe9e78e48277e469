package org.moide.command;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.plan.Placement;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.slurm.SlurmSettings;
import picocli.CommandLine.Option;

/** The options of a run that requests its nodes from Slurm. */
final class SlurmRun {
    /** A placeholder for the addresses of nodes that are not known yet. */
    static final List<DaemonAddress> PROVISIONAL = List.of(new DaemonAddress("slurm", 1, 0));

    private static final int KEY_BYTES = 8;

    @Use(group = HelpGroup.PLACE, places = RunPlace.SLURM)
    @Option(
            names = "--slurm",
            order = 15,
            description =
                    "Submit jobs to Slurm for it, wait for their nodes, and end them after the run. With --elastic more"
                            + " jobs while there is work, and fewer. This JVM only coordinates.")
    boolean slurm;

    @Use(group = HelpGroup.PLACE, places = RunPlace.SLURM)
    @Option(
            names = {"-N", "--nodes"},
            order = 15,
            paramLabel = "<n>",
            description =
                    "With --slurm: how many nodes to begin with, an engine on each (default: the least of --elastic,"
                            + " or 1).")
    @Nullable
    Integer nodes;

    @Use(group = HelpGroup.PLACE, places = RunPlace.SLURM)
    @Option(
            names = "--slurm-arg",
            order = 15,
            paramLabel = "<option>",
            description = "With --slurm: an option of sbatch, as in --slurm-arg=--time=30; may be repeated.")
    List<String> sbatchWords = List.of();

    @Use(group = HelpGroup.PLACE, places = RunPlace.SLURM)
    @Option(
            names = "--slurm-folder",
            order = 15,
            paramLabel = "<folder>",
            description = "With --slurm: a folder that all nodes see (default: ~/.moide/slurm).")
    @Nullable
    Path above;

    /**
     * Returns the plan of a new run, which gets a new folder.
     *
     * @param elastic the value of {@code --elastic}; null if it was not given
     */
    SlurmPlan plan(@Nullable String elastic, NetworkSettings network) {
        String key = new BigInteger(1, new SystemRandomness().bytes(KEY_BYTES)).toString(Character.MAX_RADIX);
        return plan(elastic, network, folder(key));
    }

    /** Returns the folder of the run with this key. */
    Path folder(String key) {
        return (above == null ? ClusterSecret.defaultFolder().resolve("slurm") : above).resolve(key);
    }

    /** Returns the plan of a run with this folder. */
    SlurmPlan plan(@Nullable String elastic, NetworkSettings network, Path folder) {
        Elasticity range =
                elastic == null ? Elasticity.none() : Elasticity.of(elastic, Permission.OPEN, Elasticity.IDLE_WORKLOAD);
        int first = nodes != null ? nodes : Math.max(1, range.least());
        return new SlurmPlan(
                new SlurmSettings(
                        first,
                        range.isResizing() ? range.least() : first,
                        range.isResizing() ? range.most() : first,
                        sbatchWords),
                folder,
                network.plain() ? List.of("--plain") : List.of());
    }

    /**
     * Returns these options as arguments of a command line.
     *
     * @param elastic the value of {@code --elastic}; null if it was not given
     */
    List<String> words(@Nullable String elastic) {
        List<String> words = new ArrayList<>(List.of("--slurm"));
        if (nodes != null) {
            words.add("--nodes=" + nodes);
        }
        if (elastic != null) {
            words.add("--elastic=" + elastic);
        }
        sbatchWords.forEach(word -> words.add("--slurm-arg=" + word));
        if (above != null) {
            words.add("--slurm-folder=" + above.toAbsolutePath());
        }
        return words;
    }

    /** Returns the placement on these daemons. */
    Placement placement(List<DaemonAddress> daemons, EngineOptions engines, @Nullable String elastic) {
        return new Placement(false, 1, daemons, 0, Elasticity.none(), engines.constraints.constraints())
                .from(words(elastic))
                .along(engines.topology());
    }

    /**
     * Returns the network settings for calling daemons that use this run's own secret.
     *
     * @param secretFile the file of the secret in the run's folder
     */
    static NetworkSettings reached(NetworkSettings network, Path secretFile) {
        return new NetworkSettings(network.bind(), network.port(), network.advertise(), network.plain(), secretFile);
    }
}
