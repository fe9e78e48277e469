package org.moide.command;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.command.report.RunJson;
import org.moide.command.run.ShownRun;
import org.moide.command.serve.RunFrame;
import org.moide.command.serve.RunServer;
import org.moide.command.terminal.Console;
import org.moide.commlib.rmi.RmiProcess;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.ForcedEnd;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.run.assembly.Lasting;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.engine.executor.ExecutorBag;
import org.moide.engine.host.LineStream;
import org.moide.hosts.network.DaemonNetwork;

/**
 * The child JVM that runs applications for a program that uses MOIDE as a library. The program sends the arguments of
 * {@code moide run} over standard input; see {@link RunServer}.
 */
public final class LibraryServer {
    /** The system property with the name of the program's main class. Runs of executors are named after it. */
    public static final String PROGRAM = "moide.program";

    /**
     * The greatest number of runs whose answers the program has already, while the runs are still being cleaned up. If
     * there are as many, the answer of a further run waits.
     */
    private static final int MOST_PUT_AWAY = 4;

    private LibraryServer() {}

    /** Serves until the program closes standard input. */
    @SuppressWarnings("SystemOut") // applications in this process get other streams
    public static void main(String[] none) throws InterruptedException {
        // First of all, so that the filters see everything that this JVM deserializes.
        RmiProcess.prepare();
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(System.out);
        Lasting lasting = Lasting.ofManyRuns(new DaemonNetwork());
        Semaphore puttingAway = new Semaphore(MOST_PUT_AWAY);
        Queue<OneRun> idle = new ConcurrentLinkedQueue<>();
        RunServer server = new RunServer(
                in,
                out,
                (words, told) -> {
                    OneRun found = idle.poll();
                    OneRun run = found == null ? new OneRun(lasting, puttingAway) : found;
                    try {
                        return run.execute(words, told);
                    } finally {
                        idle.add(run);
                    }
                },
                LibraryServer::broken);
        System.setIn(InputStream.nullInputStream());
        System.setOut(lines(line -> server.say(RunFrame.Kind.LINE, line)));
        System.setErr(lines(line -> server.say(RunFrame.Kind.NOTE, line)));
        ForcedEnd.watch(() -> {});
        try {
            server.serve();
        } catch (RuntimeException | Error fault) {
            broken("main", fault);
        }
        lasting.close();
        System.exit(ExitCode.DONE);
    }

    /**
     * Logs a fault of a thread and ends this process. Otherwise the program would wait for the dead thread for ever;
     * now it notices that the process has ended.
     */
    private static void broken(String thread, Throwable fault) {
        try {
            System.getLogger("org.moide.library").log(System.Logger.Level.ERROR, thread + " died", fault);
        } finally {
            ForcedEnd.halt(ExitCode.FAILED);
        }
    }

    private static PrintStream lines(Consumer<String> lines) {
        return LineStream.ofText(lines).asPrintStream();
    }

    /**
     * The actions for runs that follow one another. Runs at the same time have separate objects. A run passes its
     * report to the program instead of printing tables.
     */
    private static final class OneRun extends ProcessActions {
        private final Lasting lasting;
        private final Semaphore puttingAway;
        private final RunLine line;
        private volatile RunServer.@Nullable Told told;
        private @Nullable SampleIndex samples; // used by the running thread

        OneRun(Lasting lasting, Semaphore puttingAway) {
            super(new ProcessEnd(new TerminalConsole(System.out, System.err, false, Integer.MAX_VALUE)));
            this.lasting = lasting;
            this.puttingAway = puttingAway;
            this.line = new RunLine(
                    this,
                    new TerminalConsole(
                            lines(text -> told().line(text)),
                            lines(text -> told().note(text)),
                            false,
                            Integer.MAX_VALUE),
                    this::samples,
                    System.getenv(),
                    new Installation(null).settings(ClusterSecret.defaultFolder()),
                    new SystemWallClock());
        }

        /**
         * Returns the samples. They are searched only once, since MOIDE's own jar does not change while this process
         * runs.
         */
        private SampleIndex samples() {
            SampleIndex found = samples;
            if (found == null) {
                found = SampleIndex.find(null);
                samples = found;
            }
            return found;
        }

        private RunServer.Told told() {
            return Objects.requireNonNull(told, "it runs");
        }

        int execute(List<String> words, RunServer.Told its) {
            told = its;
            return line.execute(words);
        }

        @Override
        public int detach(RunPlan plan, DetachOptions.Settings how, Console none) {
            throw new PlanException("--detach: expected in 'moide run' only: a program waits for the end of its runs");
        }

        @Override
        public int run(RunPlan plan, Console none) throws InterruptedException {
            line.understood(plan);
            RunServer.Told its = told();
            // Each run has its own console, so that a late line is not taken for one of the next run.
            Console console = new ProgramConsole(
                    new TerminalConsole(lines(its::line), lines(its::note), false, Integer.MAX_VALUE), its);
            ApplicationPlan application = plan.application();
            boolean executor = application.className().equals(ExecutorBag.class.getName());
            RunPlan named = executor ? plan.withApplication(application.called(System.getProperty(PROGRAM, ""))) : plan;
            ProgramLink program = executor ? its.program() : null;
            if (program != null) {
                program.queuedIn(plan.tasks().pool());
            }
            ShownRun run = ShownRun.of(
                    named, console, lasting, program, report -> its.report(RunJson.text(report), report.result()));
            its.endsBy(run::end);
            AtomicBoolean early = new AtomicBoolean();
            try {
                return run.execute(code -> {
                    if (puttingAway.tryAcquire()) {
                        early.set(true);
                        its.ended(code);
                    }
                });
            } finally {
                if (early.get()) {
                    puttingAway.release();
                }
            }
        }
    }
}
