package org.moide.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.Constraints;
import org.moide.engine.control.EngineHost;
import picocli.CommandLine.Option;

/** Options for the properties that a host must have to be used. */
final class ConstraintOptions {
    /** The greatest number of labels and excluded hosts together that a user may give. */
    private static final int MOST = 100;

    @Use(
            group = HelpGroup.PLACE,
            places = {RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
    @With({"--hosts", "--hostfile", "--monitor", "--ssh", "--job", "--slurm", "--symmetric"})
    @Option(
            names = "--min-memory",
            order = 18,
            paramLabel = "<size>",
            description = "Use only hosts with so much memory, such as 8g.")
    @Nullable
    String minMemory;

    @Use(
            group = HelpGroup.PLACE,
            places = {RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
    @With({"--hosts", "--hostfile", "--monitor", "--ssh", "--job", "--slurm", "--symmetric"})
    @Option(
            names = "--label",
            order = 18,
            split = ",",
            paramLabel = "<key[=value]>",
            description = "Use only hosts that carry this label ('moide engine --label'), as in gpu or rack=*; may be"
                    + " repeated: then all of them.")
    List<String> labels = List.of();

    @Use(
            group = HelpGroup.PLACE,
            places = {RunPlace.DAEMONS, RunPlace.SSH, RunPlace.SLURM, RunPlace.SYMMETRIC})
    @With({"--hosts", "--hostfile", "--monitor", "--ssh", "--job", "--slurm", "--symmetric"})
    @Option(
            names = "--exclude",
            order = 18,
            split = ",",
            paramLabel = "<host>",
            description = "Do not use this host, as in node7 or node7:7101, or old*; may be repeated.")
    List<String> excluded = List.of();

    Constraints constraints() {
        for (String label : labels) {
            if (!EngineHost.isLabel(label.replace('*', 'x'))) {
                throw new PlanException(
                        "--label: expected a word such as gpu, rack=7 or rack=*, found '" + label + "'");
            }
        }
        for (String name : excluded) {
            if (name.isBlank()) {
                throw new PlanException("--exclude: expected a host's name, found '" + name + "'");
            }
        }
        if (labels.size() + excluded.size() > MOST) {
            throw new PlanException("--label and --exclude: expected at most " + MOST + " in all, found "
                    + (labels.size() + excluded.size()));
        }
        return new Constraints(minMemory == null ? 0 : MemorySize.bytes("--min-memory", minMemory), labels, excluded);
    }
}
