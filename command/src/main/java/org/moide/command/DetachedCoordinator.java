package org.moide.command;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.moide.command.run.ShownRun;
import org.moide.command.runs.CoordinatorStarter;
import org.moide.commlib.rmi.RmiProcess;
import org.moide.commlib.system.SystemHost;
import org.moide.coordinator.control.DetachedOrder;
import org.moide.coordinator.folder.DetachedFolder;
import org.moide.coordinator.folder.DetachedFolders;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.run.assembly.Lasting;
import org.moide.engine.host.NoInput;
import org.moide.engine.loading.ApplicationThreads;
import org.moide.hosts.network.DaemonNetwork;
import org.moide.hosts.slurm.CoordinatorJob;
import org.moide.hosts.slurm.SlurmPlan;

/**
 * The process of a detached run's coordinator. Its argument is the run's ID. It reads its order from the run's folder,
 * prints to files there, and finally writes its exit code there. It computes nothing: all engines are other JVMs.
 */
public final class DetachedCoordinator {
    private DetachedCoordinator() {}

    /** Runs the coordinator. Does not return. */
    public static void main(String[] words) {
        // First of all, so that the filters see everything that this JVM deserializes.
        RmiProcess.prepare();
        ApplicationThreads.prepare();
        ProcessStreams streams = ProcessStreams.take();
        TerminalConsole console = new TerminalConsole(streams.out(), streams.err(), false, 80);
        System.setIn(new NoInput("a detached run", line -> console.error("moide run: " + line)));
        ProcessEnd end = ProcessEnd.watched(console);
        int code = ExitCode.FAILED;
        try {
            code = coordinate(List.of(words), console, streams.lost(), end);
        } catch (Throwable thrown) {
            console.error("moide run: ended by " + thrown);
        }
        end.exit(code);
    }

    @SuppressWarnings("try") // the process keeps the lock until it ends
    private static int coordinate(List<String> words, TerminalConsole console, Supplier<String> lost, ProcessEnd end)
            throws Exception {
        String id = words.isEmpty() ? "" : words.get(0);
        String how = words.size() > 1 ? words.get(1) : "";
        DetachedFolder folder = DetachedFolders.ofThisUser(SystemHost.name()).named(id);
        if (folder == null) {
            console.error("moide run: expected the ID of a detached run, found '" + id + "'");
            return ExitCode.WRONG_USAGE;
        }
        AutoCloseable taken = folder.take();
        if (taken == null) {
            console.error("moide run: run " + id + " has a coordinator already");
            return ExitCode.WRONG_USAGE;
        }
        int code = ExitCode.FAILED;
        try {
            code = StandardOutput.checked(
                    how.isEmpty() ? run(folder, console, end) : resume(folder, how, console, end), console);
        } finally {
            atEnd(folder, code, console);
            code = code == ExitCode.DONE && !lost.get().isEmpty() ? ExitCode.FAILED : code;
            folder.ended(code, lost.get());
        }
        return code;
    }

    private static int run(DetachedFolder folder, TerminalConsole console, ProcessEnd end) {
        try {
            DetachedOrder order = folder.order();
            RunPlan plan = DetachedFolder.plan(order.plan());
            if (new SlurmCoordinators().isFor(plan)) {
                return onSlurm(folder, plan.requireFiles(), console, end);
            }
            RunPlan here = plan.on(
                    plan.placement().daemons(), folder.network(plan.network().plain()));
            end.applicationComes();
            return ShownRun.called(
                            folder.id(),
                            here.requireFiles(),
                            console,
                            Lasting.ofOneRun(new DaemonNetwork()).withOwnFolders())
                    .execute();
        } catch (Exception thrown) {
            return new CommandErrors(console).thrown(thrown, "moide run", false);
        }
    }

    private static int onSlurm(DetachedFolder folder, RunPlan plan, TerminalConsole console, ProcessEnd end)
            throws Exception {
        OriginWords origin = OriginWords.of(plan.placement().origin());
        SlurmPlan slurm = origin.slurm.plan(origin.elastic.elastic, plan.network(), origin.slurm.folder(folder.id()));
        return new SlurmActions(end, new ProcessActions(end), "moide run").run(folder.id(), slurm, plan, console);
    }

    private static int resume(DetachedFolder folder, String how, TerminalConsole console, ProcessEnd end) {
        try {
            RunFolders runs = RunFolders.ofThisUser(SystemHost.name());
            RunFolder begun = runs.known(folder.id());
            if (begun == null && how.equals(CoordinatorJob.AGAIN)) {
                return run(folder, console, end); // its job ended while it waited for nodes
            }
            RunFolder there = begun == null ? runs.find(folder.id(), RunState.BROKEN_OFF) : begun;
            boolean inJob = folder.job() > 0; // Slurm has ended the previous coordinator, wherever it was
            OwnedRun owned = (inJob ? runs.takeUpFromAnywhere(there) : runs.takeUp(there))
                    .strictly(how.equals(CoordinatorStarter.RESUMES_STRICTLY));
            RunPlan was = owned.folder().description().plan();
            if (inJob) {
                return new StartedHosts(end, new ProcessActions(end))
                        .onSlurm(
                                owned,
                                was,
                                OriginWords.of(was.placement().origin()),
                                new CommandConsole("moide resume", console));
            }
            RunPlan here = was.on(
                    was.placement().daemons(), folder.network(was.network().plain()));
            end.applicationComes();
            return ShownRun.of(
                            owned,
                            here,
                            new CommandConsole("moide resume", console),
                            Lasting.ofOneRun(new DaemonNetwork()).withOwnFolders())
                    .execute();
        } catch (Exception thrown) {
            return new CommandErrors(console).thrown(thrown, "moide resume", false);
        }
    }

    /**
     * Executes the command that the user wants to be executed when the run has ended.
     *
     * @param code the run's exit code
     */
    private static void atEnd(DetachedFolder folder, int code, TerminalConsole console) throws InterruptedException {
        String command = folder.order().onEnd();
        if (command.isEmpty()) {
            return;
        }
        boolean windows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        ProcessBuilder shell =
                windows ? new ProcessBuilder("cmd", "/c", command) : new ProcessBuilder("/bin/sh", "-c", command);
        shell.environment().putAll(Map.of("MOIDE_RUN", folder.id(), "MOIDE_EXIT_CODE", Integer.toString(code)));
        shell.directory(folder.work().toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.out().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(folder.errors().toFile()));
        try {
            int its = shell.start().waitFor();
            if (its != 0) {
                console.error("moide run: --on-end: '" + command + "' ended with exit code " + its);
            }
        } catch (IOException impossible) {
            console.error("moide run: --on-end: cannot run '" + command + "': " + impossible.getMessage());
        }
    }
}
