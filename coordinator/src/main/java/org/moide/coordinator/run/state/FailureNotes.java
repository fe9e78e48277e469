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
 * Describes tasks that failed: tasks that threw exceptions, took too long, or were running when engines died. It limits
 * the number of lines that the user gets during the run, and collects a list for the report.
 */
final class FailureNotes {
    /** The limit on the number of lines of each kind during the run. The report lists more tasks. */
    private static final int MOST_NOTES = 5;

    /** The limit on the number of tasks in the report's list. Further tasks are only counted. */
    private static final int MOST_LISTED = 100;

    private final List<RunReport.FailedTask> givenUp = new ArrayList<>();
    private int triedAgain;
    private int noted;

    /** Returns the first tasks that were given up, for the report. */
    List<RunReport.FailedTask> all() {
        return List.copyOf(givenUp);
    }

    /** Returns a line for the user about a task that is tried again; null if the limit of lines has been reached. */
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

    /** Returns a line for the user about a task that was given up; null if the limit of lines has been reached. */
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
     * Returns the failure of a run that ends because too many tasks failed. It counts as a failure of the application,
     * since its task threw an exception or killed its engine.
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

    /** Describes the failure of one try of a task. The engine did not end because of it. */
    private static String what(FailedTask failure) {
        return failure.how() == FailedTask.How.TOOK_TOO_LONG ? failure.headline() : "threw " + failure.headline();
    }

    private static String line(FailedTask last, List<String> places) {
        return "task " + last.name() + " " + outcome(last, places);
    }

    /** Describes how the last try of a task failed and where it was tried, in words that follow the task's name. */
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
