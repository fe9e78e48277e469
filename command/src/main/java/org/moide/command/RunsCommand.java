package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.command.report.RunsTable;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunsJson;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code moide runs}: the runs of this user. */
@Command(
        name = "runs",
        sortOptions = false,
        header = "Lists your runs: those that are running, were broken off, have ended, or failed to start.",
        description = {
            "",
            "A run keeps a folder in ~/.moide/runs on the machine where it was started. The last 20 that ended are kept,"
                    + " the last 20 that were broken off, and the last 5 that failed to start: no engine computed anything."
        },
        footer = {
            "",
            "Examples:",
            "  moide runs",
            "  moide status 4k2      one of them; the beginning of its ID is enough",
            "  moide resume 4k2      go on with one that was broken off",
            "  moide replay 4k2      what happened in it, step by step"
        })
final class RunsCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

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
        return watch.show(actions, console, lines -> {
            List<RunFolder> all = actions.runs().all();
            if (watch.json) {
                lines.add(RunsJson.text(all));
            } else if (all.isEmpty()) {
                console.error("moide runs: there are none on this machine");
            } else {
                lines.addAll(RunsTable.lines(all));
            }
            return ExitCode.DONE;
        });
    }
}
