package org.moide.command;

import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.run.ExitCode;

/** Orders of the user to a run, and what became of them. */
final class Changes {
    private Changes() {}

    /** Sends the order to the run, prints what became of it and returns the exit code. */
    static int order(MoideActions actions, TerminalConsole console, RunFolder run, ChangeOrder order) {
        ChangeAnswer answer = actions.change(run, order);
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
