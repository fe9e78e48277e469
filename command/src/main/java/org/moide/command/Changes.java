package org.moide.command;

import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.run.ExitCode;

/** Carries out orders of the user that change a running run. */
final class Changes {
    private Changes() {}

    /**
     * Gives an order to change a run, and prints the outcome.
     *
     * @return the exit code
     */
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
