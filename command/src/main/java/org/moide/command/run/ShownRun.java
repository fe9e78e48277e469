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

/** A run on a console, from the plan to the exit code. One thread, but {@link #end}. */
public final class ShownRun {
    private final RunPlan plan;
    private final Console console;
    private final ApplicationRun run;

    private ShownRun(RunPlan plan, Console console, ApplicationRun run) {
        this.plan = plan;
        this.console = console;
        this.run = run;
    }

    /** Creates a new run, whose results are printed. */
    public static ShownRun of(RunPlan plan, Console console, Lasting lasting) {
        return of(plan, console, lasting, null, null);
    }

    /**
     * Creates a new run, for callers that show in another way what happened.
     *
     * @param program the program to which the run belongs, if it is that of an executor
     * @param done given the report if the application comes to its end; null to print it
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

    /** Makes a new run that is called so. */
    public static ShownRun called(String id, RunPlan plan, Console console, Lasting lasting) {
        ConsoleUser user = new ConsoleUser(plan, console, null, lasting.manyRuns(), true);
        return new ShownRun(plan, console, ApplicationRun.called(id, plan, user, lasting));
    }

    /**
     * Creates a run that goes on with one whose coordinator was lost.
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
     * @return the command's exit code; what went wrong in the application has been said on the console
     * @throws org.moide.engine.UsageException if the application does not accept its arguments
     * @throws PlanException if a part of the plan does not fit what is there
     * @throws NoHostsException if there is nobody to compute
     */
    public int execute() throws InterruptedException {
        return execute(over -> {});
    }

    /**
     * Runs the application to its end, as {@link #execute()} does.
     *
     * @param over given the exit code as soon as nothing more will be said of the run, if that is before all of it is put away
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
     * Returns the ID of the run if it was ended by something other than its user's wish, and somebody could go on with
     * it; else null.
     */
    public @Nullable String lostId() {
        return run.lostId();
    }

    /** Ends the run as Ctrl-C does, or as soon as it has begun. Any thread, also before and after {@link #execute}. */
    public void end() {
        run.end();
    }
}
