package org.moide.engine.host;

import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FatalErrors;
import org.moide.commlib.system.ForcedEnd;
import org.moide.commlib.system.Loop;
import org.moide.commlib.system.OwnProcesses;
import org.moide.monitor.linux.ProcFiles;

/**
 * Runs a child JVM; {@code main} calls it. It uses standard input and output itself and passes on the application's
 * output in whole lines. It reads the order, starts the engine, and reports that the engine is ready. It ends with its
 * parent: within 2 s after standard input closes, because the parent closed it or died.
 *
 * <p>An order may say that the JVM stays. Then the engine is closed after its run, the parent is told, and another
 * order may follow.
 *
 * <table>
 * <caption>Threads</caption>
 * <tr><td>{@code main}</td><td>reads standard input: its end, or another order</td></tr>
 * <tr><td>{@code engine-n-start}</td><td>starts the engine</td></tr>
 * <tr><td>{@code engine-n-rest}</td><td>closes the engine of a run that has ended, and checks what is left</td></tr>
 * <tr><td>{@code memory}</td><td>reports memory figures to the parent</td></tr>
 * <tr><td>{@code engine-n-end}</td><td>closes the engine; the JVM halts if that takes too long</td></tr>
 * </table>
 */
final class EngineProcess implements EngineControl {
    static final int FAILED = 1;
    /** Time for closing an engine. What takes longer belongs to the application and is not waited for. */
    private static final Duration CLOSING = Duration.ofSeconds(1);
    /** Time for threads of MOIDE and of the application to end after the run. They normally take a millisecond. */
    private static final Duration LEAVING = Duration.ofSeconds(1);
    /** Time for the last lines: one or two, into a pipe that the parent reads. */
    private static final Duration LAST_WORDS = Duration.ofMillis(300);
    /**
     * Interval between two reports of memory figures. Longer intervals would miss the memory use before an
     * out-of-memory kill; shorter ones would cost too much.
     */
    private static final Duration MEMORY_INTERVAL = Duration.ofSeconds(1);

    private final Pipe pipe = new Pipe(FileDescriptor.out);
    private final LineStream output;
    private final LineStream errors;
    private final AtomicReference<@Nullable RunningEngine> running = new AtomicReference<>();
    private final EarlierRuns earlier = new EarlierRuns(); // used by the thread that closes the engine after a run
    private final FaultHandler faults;
    private volatile @Nullable LaunchOrder current; // null while the process rests
    private volatile @Nullable Thread starting;
    private volatile @Nullable JvmState before;
    private volatile boolean ending;

    private EngineProcess(FaultHandler faults) {
        this.faults = faults;
        output = new LineStream(line -> said(line, pipe));
        Pipe errorPipe = new Pipe(FileDescriptor.err);
        errors = new LineStream(line -> said(line, errorPipe));
    }

    /** Writes a line of the application. The mark of a control line at its beginning is replaced. */
    private static void said(byte[] line, Pipe to) {
        if (line.length > 0 && line[0] == ControlLine.MARK) {
            line[0] = '?';
        }
        to.write(line);
    }

    /**
     * One of the process's own output streams to its parent. Lines are written whole. Any thread, including virtual
     * ones.
     */
    private static final class Pipe {
        private final PrintStream stream;
        private final ReentrantLock lock = new ReentrantLock();

        Pipe(FileDescriptor to) {
            stream = new PrintStream(new FileOutputStream(to), false, StandardCharsets.UTF_8);
        }

        /** Writes the line with its line break in one call, so that a JVM's report of its own crash begins after it. */
        void write(byte[] line) {
            byte[] whole = Arrays.copyOf(line, line.length + 1);
            whole[line.length] = '\n';
            lock.lock();
            try {
                stream.write(whole, 0, whole.length);
                stream.flush();
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Runs the child until it ends; does not return. {@code main} calls it after the serial filters are set.
     *
     * @param faults takes exceptions that no thread of this class catches
     */
    public static void run(EngineStarter starter, FaultHandler faults) {
        InputStream orders = System.in;
        EngineProcess process = new EngineProcess(faults);
        byte[] refused = bytes(
                new ControlLine.Failed("the application has set a SecurityManager that refuses MOIDE what it needs"));
        ForcedEnd.watch(() -> process.pipe.write(refused));
        process.takeStreams();
        Runtime.getRuntime().addShutdownHook(new Thread(process::onExit, "exit"));
        try {
            process.live(orders, starter);
        } catch (OutOfMemoryError noThread) {
            if (!FatalErrors.isOfThreads(noThread)) {
                throw noThread;
            }
            System.err.println(FatalErrors.NO_THREAD); // the parent shows it to the user
            ForcedEnd.halt(1);
        }
    }

    /**
     * Installs new standard streams for the application, because an earlier application may have closed the old ones.
     */
    private void takeStreams() {
        System.setIn(new NoInput("an engine's JVM", line -> System.err.println(role() + line)));
        System.setOut(output.asPrintStream());
        System.setErr(errors.asPrintStream());
    }

    private String role() {
        LaunchOrder order = current;
        return order == null ? "" : order.role() + ": ";
    }

    private void live(InputStream orders, EngineStarter starter) {
        for (LaunchOrder order = next(orders); order != null; order = next(orders)) {
            begin(order, starter);
        }
        end();
    }

    /** Reads the next order. Returns null when the parent has gone, or wants this process to end. */
    private @Nullable LaunchOrder next(InputStream orders) {
        try {
            LaunchOrder order = OrderStream.read(orders);
            LaunchOrder going = current;
            if (going == null) {
                return order;
            }
            fail("found an order for " + order.role() + " while " + going.role() + " had not come to its end");
        } catch (EOFException gone) {
            // The parent has closed the pipe or died.
        } catch (IOException unreadable) {
            fail("could not read its order: " + unreadable.getMessage());
        }
        return null;
    }

    private void begin(LaunchOrder order, EngineStarter starter) {
        current = order;
        if (starting == null) {
            tellMemory();
            CountDownLatch never = new CountDownLatch(1);
            DaemonThreads.named(
                            "memory",
                            Loop.ofRounds(
                                    "memory",
                                    () -> never.getCount() == 0,
                                    () -> {
                                        never.await(MEMORY_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
                                        tellMemory();
                                    },
                                    faults),
                            faults)
                    .start();
        }
        Thread thread = DaemonThreads.named(order.role() + "-start", () -> start(order, starter), faults);
        starting = thread;
        thread.start();
    }

    private void start(LaunchOrder order, EngineStarter starter) {
        try {
            RunningEngine engine = starter.start(order, this);
            running.set(engine);
            if (!ending) {
                tell(new ControlLine.Ready(engine.node()));
            }
        } catch (Exception | LinkageError | StackOverflowError thrown) {
            String message = thrown.getMessage();
            fail("could not start: " + (message == null ? thrown.toString() : message));
        }
    }

    private void tellMemory() {
        Runtime runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        long resident = new ProcFiles(Path.of("/"))
                .residentBytes(ProcessHandle.current().pid());
        tell(new ControlLine.Memory(new MemoryFigures(used, runtime.maxMemory(), resident)));
    }

    private void end() {
        ending = true;
        RunningEngine engine = running.get();
        LaunchOrder order = current;
        if (engine != null && order != null) {
            Thread closing = DaemonThreads.named(order.role() + "-end", engine::close, faults);
            closing.start();
            try {
                closing.join(CLOSING.toMillis());
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
        halt(0, null);
    }

    @Override
    public void fail(String cause) {
        halt(FAILED, new ControlLine.Failed(cause));
    }

    @Override
    public void fail(String cause, int thread) {
        halt(FAILED, new ControlLine.Failed(cause, thread));
    }

    @Override
    public void tasksAt(int descriptor) {
        tell(new ControlLine.Tasks(descriptor));
    }

    @Override
    public void applicationComes() {
        before = JvmState.now();
    }

    @Override
    public void finish(boolean inOrder) {
        LaunchOrder order = current;
        RunningEngine engine = running.get();
        if (!inOrder || order == null || engine == null || !order.stays()) {
            halt(0, null);
            return;
        }
        DaemonThreads.named(order.role() + "-rest", () -> rest(engine), faults).start();
    }

    /** Closes the engine of a run that has ended, and tells the parent that the process waits for another order. */
    private void rest(RunningEngine engine) {
        engine.close();
        running.set(null);
        String left = left();
        int held = earlier.ended(engine.classes());
        if (left.isEmpty() && held > 0) {
            left = "the classes of " + held + " runs";
        }
        finishLines();
        takeStreams();
        current = null; // set before the parent is told, because it may send the next order at once
        tell(new ControlLine.Rests(left));
    }

    /** Returns what of the run is still in this process after a moment, as text; empty if nothing is. */
    private String left() {
        JvmState then = before;
        Thread started = starting;
        if (then == null || started == null) {
            return "";
        }
        DaemonThreads.join(started, LEAVING.toMillis());
        String threads = then.threadsLeftAfter(LEAVING.toMillis());
        String processes = endProcesses();
        then.restore();
        return threads + (threads.isEmpty() || processes.isEmpty() ? "" : " and ") + processes;
    }

    /**
     * Ends the processes that the application has started and left running.
     *
     * @return the ended processes, as text; empty if there were none
     */
    private static String endProcesses() {
        return JvmState.mayHaveChildren() ? OwnProcesses.endOthers() : "";
    }

    /**
     * Halts the JVM after printing the last lines. It does not call {@code System.exit}, because that waits for the
     * application's shutdown hooks, which may never end.
     */
    private void halt(int code, @Nullable ControlLine lastLine) {
        ending = true;
        try {
            Thread lastWords = new Thread(
                    () -> {
                        finishLines();
                        if (lastLine != null) {
                            tell(lastLine);
                        }
                        endProcesses();
                    },
                    "last-words");
            lastWords.setDaemon(true);
            lastWords.start();
            // A pipe that nobody reads, or a lock that the application holds, must not keep the process alive.
            lastWords.join(LAST_WORDS.toMillis());
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } finally {
            ForcedEnd.halt(code);
        }
    }

    private void finishLines() {
        output.finish();
        errors.finish();
    }

    /**
     * Tells the parent which thread called {@code System.exit}, if one did. Called as a shutdown hook, which also runs
     * after a signal.
     */
    private void onExit() {
        ExitCall.underWay().forEach(call -> tell(new ControlLine.Exiting(call.where())));
        finishLines();
    }

    private void tell(ControlLine line) {
        pipe.write(bytes(line));
    }

    private static byte[] bytes(ControlLine line) {
        return line.text().getBytes(StandardCharsets.UTF_8);
    }
}
