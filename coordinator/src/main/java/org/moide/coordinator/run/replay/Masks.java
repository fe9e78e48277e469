package org.moide.coordinator.run.replay;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.MemberDeath;
import org.moide.coordinator.run.core.RunRecord;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskNow;

/**
 * Masks the messages of an application's exceptions, so that other people cannot read them. The classes of exceptions
 * and the lines of code stay. Each message is replaced by as many asterisks as it has characters. A replay is not
 * affected, since the run's core only counts the characters of messages.
 */
final class Masks {
    private static final Pattern THROWN = Pattern.compile("(\\s*(?:Caused by: |Suppressed: )?[\\w.$]+)(: .*)?");
    private static final Pattern FRAME = Pattern.compile("\\s*(at .*|\\.\\.\\. \\d+ .*)");

    private Masks() {}

    static RunRecord masked(RunRecord entry) {
        RunCoreEvent event = entry instanceof RunRecord.Step step ? step.event() : null;
        return event != null && entry instanceof RunRecord.Step step
                ? new RunRecord.Step(step.nowNanos(), masked(event), step.acts())
                : entry;
    }

    private static RunCoreEvent masked(RunCoreEvent event) {
        if (event instanceof RunCoreEvent.ApplicationFailed failed) {
            return new RunCoreEvent.ApplicationFailed(masked(failed.failure()));
        } else if (event instanceof RunCoreEvent.Reported reported) {
            return new RunCoreEvent.Reported(reported.engine(), masked(reported.report()));
        }
        if (event instanceof RunCoreEvent.EngineEnded ended) {
            return new RunCoreEvent.EngineEnded(ended.engine(), masked(ended.death()));
        }
        return event;
    }

    private static MemberDeath masked(MemberDeath death) {
        List<BegunTask> begun = death.begun().stream()
                .map(task -> new BegunTask(task.lender(), task.loan(), task.place(), asterisks(task.name())))
                .toList();
        return new MemberDeath(death.where(), death.cause(), death.how(), death.byItself(), begun);
    }

    private static EngineReport masked(EngineReport report) {
        if (report instanceof EngineReport.Failed failed) {
            return masked(failed);
        } else if (report instanceof EngineReport.Beat beat && beat.longest() != null) {
            TaskNow task = beat.longest();
            return beat.with(new TaskNow(task.thread(), asterisks(task.name()), task.nanos()));
        } else if (report instanceof EngineReport.Released released) {
            return new EngineReport.Released(released.epoch(), masked(released.failure()));
        } else if (report instanceof EngineReport.Loan loan
                && loan.letter().message() instanceof LoanReturned returned
                && !returned.failed().isEmpty()) {
            Letter letter = loan.letter();
            List<FailedTask> failed =
                    returned.failed().stream().map(Masks::masked).toList();
            return new EngineReport.Loan(new Letter(
                    letter.from(),
                    letter.fromIncarnation(),
                    letter.toIncarnation(),
                    new LoanReturned(
                            returned.loan(),
                            returned.parts(),
                            returned.result(),
                            returned.executedTasks(),
                            returned.createdTasks(),
                            returned.unfinished(),
                            returned.wantedBy(),
                            failed,
                            returned.written(),
                            returned.goingOn())));
        }
        return report;
    }

    private static EngineReport.Failed masked(EngineReport.Failed failed) {
        return failed.kind() == EngineReport.Failed.Kind.SYSTEM
                ? failed
                : new EngineReport.Failed(
                        failed.where(),
                        message(failed.headline()),
                        trace(failed.trace()),
                        failed.kind(),
                        failed.id(),
                        failed.host());
    }

    private static FailedTask masked(FailedTask failed) {
        return new FailedTask(
                failed.how(),
                failed.retry(),
                failed.deaths(),
                failed.task(),
                failed.putTasks(),
                failed.engine(),
                failed.where(),
                asterisks(failed.name()),
                message(failed.headline()),
                trace(failed.trace()));
    }

    /** Returns the class of an exception with asterisks in place of its message. */
    static String message(String headline) {
        Matcher thrown = THROWN.matcher(headline);
        if (!thrown.matches()) {
            return asterisks(headline);
        }
        String said = thrown.group(2);
        return thrown.group(1) + (said == null ? "" : ": " + asterisks(said.substring(2)));
    }

    /** Returns a stack trace with all messages masked. */
    static String trace(String trace) {
        return trace.lines()
                        .map(line -> FRAME.matcher(line).matches() ? line : message(line))
                        .collect(Collectors.joining("\n"))
                + (trace.endsWith("\n") ? "\n" : "");
    }

    private static String asterisks(String text) {
        return "*".repeat(text.length());
    }
}
