package org.moide.coordinator.run.state;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.LoanOutput;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.Plural;
import org.moide.engine.control.EngineReport;

/**
 * Tells the user of tasks that threw, took too long, or with which engines died: in some lines while the run goes on,
 * and in a list for the report.
 */
final class FailureNotes {
    /** The most lines of a kind. They show the user what to expect, and the report has more. */
    private static final int MOST_NOTES = 5;

    /** The most tasks that are listed in the report; further ones are only counted. */
    private static final int MOST_LISTED = 100;

    private final List<RunReport.FailedTask> givenUp = new ArrayList<>();
    private int triedAgain;
    private int noted;

    /** Returns the first tasks that were given up. */
    List<RunReport.FailedTask> all() {
        return List.copyOf(givenUp);
    }

    /** Returns a line for the user about a task that is tried again; null if there have been enough. */
    @Nullable
    String triedAgain(LoanOutput.TaskTriedAgain again) {
        FailedTask failure = again.failure();
        triedAgain++;
        if (triedAgain <= MOST_NOTES) {
            String done = " (" + again.tries() + " of " + again.ofTries() + " tries done)";
            if (failure.died()) {
                return "task " + failure.name()
                        + (isSure(failure) ? " was running when " : " was one of those running when ")
                        + failure.where() + " died: it " + failure.headline()
                        + "; the task is tried again, alone on an engine" + done;
            }
            return "task " + failure.name() + " " + what(failure) + " in " + failure.where() + "; it is tried again"
                    + done;
        }
        return triedAgain == MOST_NOTES + 1 ? "more tasks failed and are tried again" : null;
    }

    /** Returns a line for the user about a task that was given up; null if there have been enough. */
    @Nullable
    String givenUp(LoanOutput.TaskGivenUp task) {
        FailedTask last = task.failure();
        if (givenUp.size() < MOST_LISTED) {
            givenUp.add(new RunReport.FailedTask(last.name(), last.headline(), task.places()));
        }
        noted++;
        if (noted <= MOST_NOTES) {
            return line(last, task.places()) + "; the run goes on without it";
        }
        return noted == MOST_NOTES + 1 ? "the run goes on without more tasks that failed" : null;
    }

    /**
     * Returns why the run ends because of one failed task too many. A {@link FailedTask} threw or killed its engine, so
     * the application has failed.
     */
    static EngineReport.Failed failureOfRun(LoanOutput.TooManyTasksFailed task) {
        String before = task.tolerated() == 0 ? "" : " after " + Plural.of(task.tolerated(), "task") + " given up";
        String headline =
                line(task.failure(), task.places()) + before + " (--task-failures says how many tasks may fail)";
        return new EngineReport.Failed(
                "executeTask", headline, task.failure().trace(), EngineReport.Failed.Kind.APPLICATION);
    }

    private static boolean isSure(FailedTask failure) {
        return failure.how() != FailedTask.How.DIED_AMONG_OTHERS;
    }

    /** Returns what a task did that did not end its engine. */
    private static String what(FailedTask failure) {
        return failure.how() == FailedTask.How.TOOK_TOO_LONG ? failure.headline() : "threw " + failure.headline();
    }

    private static String line(FailedTask last, List<String> places) {
        return "task " + last.name() + " " + outcome(last, places);
    }

    /** Returns the outcome of a task in words that go on after the task's name. */
    static String outcome(FailedTask last, List<String> places) {
        String tries = places.size() + (places.size() == 1 ? " try: " : " tries: ") + String.join(", ", places);
        if (last.died()) {
            return "has ended its engine's JVM in " + tries + "; the last " + last.headline();
        }
        return what(last) + " in " + tries
                + (last.putTasks() > 0
                        ? "; it had put " + Plural.of(last.putTasks(), "task") + ", so it could not be tried again"
                        : "");
    }
}
