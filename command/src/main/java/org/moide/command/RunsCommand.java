package org.moide.command;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.moide.command.report.RunsTable;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.folder.RunsJson;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code moide runs}: lists this user's runs. */
@Command(
        name = "runs",
        sortOptions = false,
        header = "Lists runs: those that are running, were broken off, have ended, or failed to start.",
        description = {
            "",
            "A run keeps a folder in ~/.moide/runs on the machine where it was started. The last 20 that ended are kept,"
                    + " the last 20 that were broken off, and the last 5 that failed to start: no engine computed anything. With --hosts, a"
                    + " hostfile or a monitor, also those that these hosts coordinate or compute for, whoever started them: who that"
                    + " was is a claim, no proof."
        },
        footer = {
            "",
            "Examples:",
            "  moide runs",
            "  moide runs --hosts node1,node2    those that these hosts know, too",
            "  moide status 4k2      one of them; the beginning of its ID is enough",
            "  moide resume 4k2      go on with one that was broken off",
            "  moide replay 4k2      what happened in it, step by step"
        })
final class RunsCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Mixin
    RunHosts hosts = new RunHosts();

    @Mixin
    WatchOptions watch = new WatchOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    RunsCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (KnownRuns known = hosts.known(spec, actions, console)) {
            return watch.show(actions, console, lines -> {
                List<RunSight> all = known.all().stream()
                        .map(KnownRuns.Found::sight)
                        .sorted(Comparator.comparing(RunsCommand::startedAt).reversed())
                        .toList();
                known.problems().forEach(problem -> console.error("moide runs: not asked: " + problem));
                if (watch.json) {
                    lines.add(RunsJson.text(all));
                } else if (all.isEmpty()) {
                    console.error("moide runs: there are none" + known.whereAsked());
                } else {
                    lines.addAll(RunsTable.lines(all));
                }
                return ExitCode.DONE;
            });
        }
    }

    private static Instant startedAt(RunSight run) {
        Instant known = run.startedAt();
        return known == null ? Instant.MAX : known;
    }
}
