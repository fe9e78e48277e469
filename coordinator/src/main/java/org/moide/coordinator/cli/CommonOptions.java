package org.moide.coordinator.cli;

import picocli.CommandLine.Option;

/** What every command takes. */
final class CommonOptions {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = 90,
            description = "Show this help and end.")
    boolean help;

    @Option(names = "--verbose", order = 89, description = "Say more: the plan, and stack traces with errors.")
    boolean verbose;
}
