package org.moide.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.ProgramKind;
import picocli.CommandLine.Option;

/** Options for what a run saves, so that it survives losses. */
final class KeepingOptions {
    @Use(
            group = HelpGroup.LOSSES,
            programs = {ProgramKind.THREADS, ProgramKind.WORKERS},
            calls = "checkpoint")
    @Option(
            names = "--checkpoint-dir",
            order = 35,
            paramLabel = "<folder>",
            description =
                    "Write checkpoints of an SPMD or worker application there too, in a folder that all hosts share: they are"
                            + " needed when an engine is lost together with the one that keeps its copy, and to resume the run when"
                            + " the coordinator is lost. They go when the run ends.")
    @Nullable
    Path checkpoints;

    @Use(
            group = HelpGroup.LOSSES,
            programs = {ProgramKind.THREADS, ProgramKind.WORKERS},
            calls = "checkpoint",
            here = Use.HARMLESS)
    @Option(
            names = "--checkpoint-share",
            order = 36,
            paramLabel = "<percent>",
            description = "The most of its time that an SPMD or worker application spends on keeping its states: of its"
                    + " checkpoints only as many are kept (default: 2; 100: all of them).")
    double checkpointShare = OutputSettings.Kept.USUAL_PERCENT;

    @Use(group = HelpGroup.LOSSES, programs = ProgramKind.BAG)
    @Option(
            names = "--data-dir",
            order = 39,
            paramLabel = "<folder>",
            description =
                    "Keep the data objects that tasks write, for 'moide resume', in this folder of the coordinator's host"
                            + " (default: the run's own, under ~/.moide). They go when the run ends.")
    @Nullable
    Path dataFolder;

    OutputSettings.Kept settings() {
        return new OutputSettings.Kept(checkpoints, checkpointShare, dataFolder);
    }
}
