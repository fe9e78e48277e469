package org.moide.command;

import java.util.List;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** The options with which the daemons of an earlier run were started, parsed again. Used by one thread. */
@Command(name = "origin")
final class OriginWords {
    @Mixin
    SshRun ssh = new SshRun();

    @Mixin
    SlurmRun slurm = new SlurmRun();

    @Mixin
    SymmetricRun symmetric = new SymmetricRun();

    @Mixin
    ElasticOptions elastic = new ElasticOptions();

    private OriginWords() {}

    /**
     * Parses the options recorded by an earlier run.
     *
     * @throws PlanException if they are malformed
     */
    static OriginWords of(List<String> words) {
        OriginWords read = new OriginWords();
        try {
            new CommandLine(read).parseArgs(words.toArray(String[]::new));
        } catch (ParameterException wrong) {
            throw new PlanException(
                    "expected the options by which the run's daemons were started, found others: " + wrong.getMessage(),
                    wrong);
        }
        return read;
    }
}
