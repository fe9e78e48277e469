package org.moide.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine.Option;

/** Options for what a run shows, and for the output of its engines. */
final class PrintingOptions {
    @Use(group = HelpGroup.WATCHING, here = Use.HARMLESS)
    @Option(
            names = "--progress",
            order = 41,
            negatable = true,
            description = "Show how much of the work is done (default: on a terminal only).")
    @Nullable
    Boolean progress;

    @Use(group = HelpGroup.WATCHING, here = Use.HARMLESS)
    @Option(
            names = "--tag-output",
            order = 46,
            description = "Put host and engine before each line that the application prints.")
    boolean tagged;

    @Use(group = HelpGroup.FILES)
    @Option(
            names = "--output-filename",
            order = 47,
            paramLabel = "<folder>",
            description =
                    "Write what each engine prints to a file of its own too: <folder>/engine-1.out, engine-1.err.")
    @Nullable
    Path folder;

    private OutputSettings.Progress progress() {
        if (progress == null) {
            return OutputSettings.Progress.ON_TERMINAL;
        }
        return progress ? OutputSettings.Progress.ALWAYS : OutputSettings.Progress.NEVER;
    }

    /** Returns whether any of these options was given. */
    boolean isGiven() {
        return progress != null || tagged || folder != null;
    }

    /** Returns the output settings of an earlier start of the run, changed by the options that are given now. */
    OutputSettings instead(OutputSettings was) {
        OutputSettings.Printing now = settings();
        OutputSettings.Printing then = was.printing();
        return was.with(new OutputSettings.Printing(
                progress == null ? then.progress() : now.progress(),
                now.tagged() || then.tagged(),
                now.folder() == null ? then.folder() : now.folder()));
    }

    /**
     * Returns the settings of these options. Creates the output folder now, so that a failure is reported before the
     * run.
     */
    OutputSettings.Printing settings() {
        Path into = folder;
        if (into != null) {
            into = into.toAbsolutePath();
            try {
                Files.createDirectories(into);
            } catch (IOException impossible) {
                throw new PlanException(
                        "--output-filename: cannot make the folder " + folder + ": "
                                + FileTrouble.whenWriting(impossible),
                        impossible);
            }
            if (!Files.isWritable(into)) {
                throw new PlanException("--output-filename: cannot write into " + folder);
            }
        }
        return new OutputSettings.Printing(progress(), tagged, into);
    }
}
