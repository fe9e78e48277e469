package org.moide.command;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that every command has, such as for help. */
final class CommonOptions {
    @Mixin
    OfHelp help = new OfHelp();

    /** The help option alone, for a command that only groups other commands. */
    static final class OfHelp {
        @Use(group = HelpGroup.HELP)
        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                order = 90,
                description = "Show this help and end.")
        boolean help;
    }

    @Use(group = HelpGroup.HELP, here = Use.HARMLESS)
    @Option(names = "--verbose", order = 89, description = "Say more: the plan, and stack traces with errors.")
    boolean verbose;
}
