package org.moide.command;

import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.run.ExitCode;

/** Orders of the user to a run, and what became of them. */
final class Changes {
    private Changes() {}

    /** Orders a change of a run, and prints what became of it. */
    static int order(TerminalConsole console, KnownRuns.Found run, ChangeOrder order) {
        ChangeAnswer answer = run.host().change(run.id(), order);
        for (String line : answer.lines()) {
            if (answer.done()) {
                console.print(line);
            } else {
                console.error("moide " + order.command() + ": " + line);
            }
        }
        return answer.done() ? ExitCode.DONE : ExitCode.FAILED;
    }
}
