package org.moide.command;

import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.ProgramKind;
import picocli.CommandLine.Option;

/** Options for automatic changes of a run's engines. */
final class ElasticOptions {
    @Use(
            group = HelpGroup.BALANCING,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR, ProgramKind.THREADS, ProgramKind.WORKERS},
            calls = "restore",
            places = {RunPlace.LOCAL, RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
    @Option(
            names = "--elastic",
            order = 15,
            paramLabel = "<min:max>",
            description =
                    "Begin with min engines (or --engines, --local-engines), have more, up to max, on idle hosts of"
                            + " those named while there is work for them, and fewer when a host gets busy with others' work or there"
                            + " is no work; with --local-engines 1, JVMs on this machine; with --slurm, nodes of further"
                            + " jobs.")
    @Nullable
    String elastic;

    @Use(
            group = HelpGroup.BALANCING,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR, ProgramKind.THREADS, ProgramKind.WORKERS},
            calls = "restore",
            places = {RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SYMMETRIC})
    @Option(
            names = {"--replace-slow", "--reselect"},
            order = 16,
            negatable = true,
            description = "Move an engine whose host has become slow or busy with others' work to an idle host of those"
                    + " named, if that pays (default: with --elastic and hosts). Never this JVM's own.")
    @Nullable
    Boolean replaceSlow;

    @Use(
            group = HelpGroup.BALANCING,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR, ProgramKind.THREADS, ProgramKind.WORKERS},
            calls = "restore",
            places = {RunPlace.LOCAL, RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SYMMETRIC})
    @With({"--elastic", "--replace-slow"})
    @Option(
            names = "--idle-workload",
            order = 17,
            paramLabel = "<number>",
            description = "Up to this workload a host counts as idle, 1 being a host where nobody else works (default: "
                    + Elasticity.IDLE_WORKLOAD + "); from a quarter more on it counts as busy.")
    double idleWorkload = Elasticity.IDLE_WORKLOAD;

    /**
     * Returns a copy of a placement, with the automatic changes of engines that these options allow.
     *
     * @param named the placement that other options describe
     * @param onThisMachine whether the user wants engines on this machine
     */
    Placement placement(Placement named, boolean onThisMachine) {
        String range = elastic;
        boolean hosts = !named.daemons().isEmpty();
        Permission replacing =
                replaceSlow == null && range != null && hosts ? Permission.GIVEN : Permission.of(replaceSlow);
        if (range != null && !hosts && !onThisMachine) {
            throw new PlanException(
                    "--elastic " + range + ": no hosts are named to find idle ones among; add --hosts or"
                            + " --hostfile, or --local-engines 1 to have JVMs on this machine come and go");
        }
        Elasticity elasticity = range == null
                ? new Elasticity(0, 0, replacing, idleWorkload)
                : Elasticity.of(range, replacing, idleWorkload);
        return named.changing(elasticity);
    }
}
