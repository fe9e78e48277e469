package org.moide.command.run;

import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.command.terminal.Console;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.ApplicationRun;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.run.assembly.Lasting;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.coordinator.run.session.LoadedApplication;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.loading.ApplicationThreads;

/** A run of a command, from its plan to its exit code. Used by one thread, except for {@link #end}. */
public final class ShownRun {
    private final RunPlan plan;
    private final Console console;
    private final ApplicationRun run;

    private ShownRun(RunPlan plan, Console console, ApplicationRun run) {
        this.plan = plan;
        this.console = console;
        this.run = run;
    }

    /** Creates a new run whose results are printed. */
    public static ShownRun of(RunPlan plan, Console console, Lasting lasting) {
        return of(plan, console, lasting, null, null);
    }

    /**
     * Creates a new run whose results the caller shows.
     *
     * @param program the executor's program that the run belongs to; null if there is none
     * @param done receives the report if the application ends by itself; null to print it
     */
    public static ShownRun of(
            RunPlan plan,
            Console console,
            Lasting lasting,
            @Nullable ProgramLink program,
            @Nullable Consumer<RunReport> done) {
        ConsoleUser user = new ConsoleUser(plan, console, done, lasting.manyRuns(), program == null);
        return new ShownRun(plan, console, ApplicationRun.of(plan, user, lasting, program));
    }

    /** Creates a new run with a given ID. */
    public static ShownRun called(String id, RunPlan plan, Console console, Lasting lasting) {
        ConsoleUser user = new ConsoleUser(plan, console, null, lasting.manyRuns(), true);
        return new ShownRun(plan, console, ApplicationRun.called(id, plan, user, lasting));
    }

    /**
     * Creates a run that resumes another run, whose coordinator was lost.
     *
     * @param plan the plan of the lost run, perhaps with other hosts
     */
    public static ShownRun of(OwnedRun resumed, RunPlan plan, Console console, Lasting lasting) {
        ConsoleUser user = new ConsoleUser(plan, console, null, lasting.manyRuns(), true);
        return new ShownRun(plan, console, ApplicationRun.of(resumed, plan, user, lasting));
    }

    /**
     * Runs the application to its end.
     *
     * @return the command's exit code; the application's errors were printed
     * @throws org.moide.engine.UsageException if the application does not accept its arguments
     * @throws PlanException if the plan does not fit the files or hosts
     * @throws NoHostsException if there is no engine
     */
    public int execute() throws InterruptedException {
        return execute(over -> {});
    }

    /**
     * Runs the application to its end like {@link #execute()}.
     *
     * @param over receives the exit code as soon as nothing more will be printed, perhaps before the cleanup
     * @return the same exit code
     */
    public int execute(IntConsumer over) throws InterruptedException {
        if (plan.output().verbose()) {
            plan.lines().forEach(console::error);
        }
        if (plan.application().arguments().words().contains("--help")) {
            console.print(help(LoadedApplication.of(plan.application())));
            return ExitCode.DONE;
        }
        return run.execute(over);
    }

    private String help(LoadedApplication application) {
        String summary = ApplicationThreads.ask(application.classes(), application.program()::summary);
        String usage = ApplicationThreads.ask(application.classes(), application.program()::usage);
        return plan.application().name()
                + (summary.isEmpty() ? "" : ": " + summary)
                + (usage.isEmpty() ? "\nIt says nothing about its arguments." : "\n\n" + usage.stripTrailing());
    }

    /**
     * Returns the ID of this run if it was lost, so that it can be resumed; null if it cannot be resumed, or ended
     * because its user wanted that.
     */
    public @Nullable String lostId() {
        return run.lostId();
    }

    /**
     * Ends the run like Ctrl-C. If the run has not begun, ends it as soon as it begins. May be called on any thread,
     * also before and after {@link #execute}.
     */
    public void end() {
        run.end();
    }
}
