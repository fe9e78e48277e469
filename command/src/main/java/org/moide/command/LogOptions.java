package org.moide.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.LogSettings;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine.Option;

/** Options for the log of a process that serves. */
final class LogOptions {
    @Use(group = HelpGroup.FILES)
    @Option(
            names = "--log-level",
            order = 80,
            paramLabel = "<level>",
            description = "What is logged: error, warning, info (what comes and goes) or debug (default: info).")
    String logLevel = "info";

    @Use(group = HelpGroup.FILES)
    @Option(
            names = "--log-file",
            order = 81,
            paramLabel = "<file>",
            description =
                    "Log to <file>.0 and, when that has 10 MB, to a new one; the last five stay, <file>.0 being the"
                            + " newest (default: standard error).")
    @Nullable
    Path logFile;

    LogSettings settings() {
        for (LogSettings.Level level : LogSettings.Level.values()) {
            if (level.name().equalsIgnoreCase(logLevel.strip())) {
                return new LogSettings(level, logFile);
            }
        }
        throw new PlanException("--log-level: expected error, warning, info or debug, found '" + logLevel + "'");
    }
}
