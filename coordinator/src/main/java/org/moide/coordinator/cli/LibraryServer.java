package org.moide.coordinator.cli;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.moide.commlib.rmi.RmiProcess;
import org.moide.commlib.security.ClusterSecret;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.report.RunJson;
import org.moide.coordinator.run.ApplicationRun;
import org.moide.coordinator.serve.Frame;
import org.moide.coordinator.serve.LineStream;
import org.moide.coordinator.serve.RunServer;
import org.moide.engine.executor.ExecutorBag;

/**
 * The JVM that runs applications for a program that uses MOIDE as a library, as its child. What the program wants comes over
 * standard input, in the words of {@code moide run}; see {@link RunServer}.
 */
public final class LibraryServer {
    private LibraryServer() {}

    /** The process's entry. */
    @SuppressWarnings("SystemOut") // taken from the applications that run here
    public static void main(String[] none) throws InterruptedException {
        // First of all: whatever is deserialized in this JVM passes the filters.
        RmiProcess.prepare();
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(System.out);
        RunServer server = new RunServer(in, out, LibraryServer::run);
        System.setIn(InputStream.nullInputStream());
        System.setOut(lines(line -> server.say(Frame.Kind.LINE, line)));
        System.setErr(lines(line -> server.say(Frame.Kind.NOTE, line)));
        server.serve();
        System.exit(ExitCode.DONE);
    }

    private static PrintStream lines(Consumer<String> lines) {
        return new PrintStream(new LineStream(lines), true, StandardCharsets.UTF_8);
    }

    private static int run(List<String> words, RunServer.Told told) {
        TerminalConsole console = new TerminalConsole(lines(told::line), lines(told::note), false, Integer.MAX_VALUE);
        return MoideCommand.execute(
                words.toArray(String[]::new),
                console,
                System.getenv(),
                List.of(
                        Path.of(SettingsProvider.FILE),
                        ClusterSecret.defaultFolder().resolve(SettingsProvider.FILE)),
                new Served(new ProcessEnd(console), told),
                () -> SampleIndex.find(null));
    }

    /** Runs tell their report, and show no tables. */
    private static final class Served extends ProcessActions {
        private final RunServer.Told told;

        Served(ProcessEnd end, RunServer.Told told) {
            super(end);
            this.told = told;
        }

        @Override
        public int run(RunPlan plan, Console console) throws InterruptedException {
            boolean executor = plan.application().className().equals(ExecutorBag.class.getName());
            ApplicationRun run = new ApplicationRun(plan, console, executor ? told.program() : null);
            told.endsBy(run::end);
            return run.execute(report -> told.report(RunJson.text(report), report.result()));
        }
    }
}
