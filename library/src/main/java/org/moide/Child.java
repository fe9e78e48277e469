package org.moide;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.classes.OwnClasses;
import org.moide.command.LibraryServer;
import org.moide.command.serve.ProgressBytes;
import org.moide.command.serve.RunFrame;
import org.moide.command.serve.Values;
import org.moide.commlib.wire.ByteReader;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.run.ExitCode;
import org.moide.engine.host.JavaCommand;

/**
 * The JVM that runs applications, as a child of this one. What RMI and the filters of object streams need of a whole
 * JVM is set there, and what an application does to its JVM is done there.
 *
 * <p><b>Threads.</b> Any, for {@link #start} and {@link #close}. A thread of its own, a daemon, reads what the child
 * says, and calls the listener.
 */
final class Child implements AutoCloseable {
    private static final long END_SECONDS = 10;

    private final Process process;
    private final DataOutputStream out; // guarded by itself
    private final RunListener listener;
    private final Map<Integer, RunFuture> running = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final System.Logger logger = System.getLogger("org.moide");
    private volatile boolean over;
    private volatile boolean closing;

    private Child(Process process, RunListener listener) {
        this.process = process;
        this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        this.listener = listener;
    }

    /**
     * Starts one.
     *
     * @throws UncheckedIOException if there is no Java to start it with
     */
    static Child start(List<String> javaArguments, RunListener listener) {
        String classPath =
                OwnClasses.places().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        List<String> arguments = new ArrayList<>(
                List.of("-Dslf4j.internal.verbosity=ERROR", "-D" + LibraryServer.PROGRAM + "=" + OwnClasses.main()));
        arguments.addAll(javaArguments);
        JavaCommand command = new JavaCommand(
                Path.of(System.getProperty("java.home")), classPath, LibraryServer.class.getName(), 0, arguments);
        try {
            ProcessBuilder builder = new ProcessBuilder(command.words());
            Child started = new Child(builder.start(), listener);
            try {
                started.thread("moide-child", started::listen);
                started.thread("moide-child-errors", started::logErrors);
            } catch (Error noThread) {
                started.process.destroy(); // nobody hears it
                throw noThread;
            }
            return started;
        } catch (IOException none) {
            throw new UncheckedIOException("expected to start a JVM that runs applications", none);
        }
    }

    private void thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    boolean isOver() {
        return over;
    }

    RunFuture start(String application, List<String> words) {
        return start(application, words, none -> {});
    }

    /** @param answers takes what came of calls, on the thread that hears the child */
    RunFuture start(String application, List<String> words, Consumer<byte[]> answers) {
        int number = numbers.incrementAndGet();
        RunFuture run = new RunFuture(application, number, answers);
        running.put(number, run);
        send(RunFrame.of(RunFrame.Kind.RUN, number, words));
        // However it was completed, by whoever: what still runs is to end.
        var unused = run.whenComplete((result, thrown) -> {
            if (running.containsKey(number)) {
                send(new RunFrame(RunFrame.Kind.CANCEL, number, new byte[0]));
            }
        });
        if (over) { // it may have ended before it knew of this run
            run.abandoned("the JVM that runs applications has ended");
        }
        return run;
    }

    /** Sends a frame; does nothing if the child has gone. Any thread. */
    void send(RunFrame frame) {
        synchronized (out) {
            try {
                frame.write(out);
            } catch (IOException gone) {
                logger.log(Level.DEBUG, "the child has gone", gone);
            }
        }
    }

    private void listen() {
        String why = "";
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            for (RunFrame frame = RunFrame.read(in); frame != null; frame = RunFrame.read(in)) {
                heard(frame);
            }
        } catch (IOException | RuntimeException | Error broken) {
            why = " (" + broken.getMessage() + ")";
            process.destroy(); // what it says is not understood any more
        }
        over = true;
        if (closing) {
            running.values().forEach(RunFuture::closed);
            running.clear();
            return;
        }
        String ended = "the JVM that runs applications has ended" + code() + why;
        running.values().forEach(run -> run.abandoned(ended));
        running.clear();
    }

    private String code() {
        try {
            return process.waitFor(1, TimeUnit.SECONDS) ? " with exit code " + process.exitValue() : "";
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private void heard(RunFrame frame) throws IOException {
        RunFuture run = frame.run() == 0 ? only() : running.get(frame.run());
        if (run == null) {
            logger.log(Level.INFO, frame.text());
            return;
        }
        switch (frame.kind()) {
            case LINE -> {
                run.line(frame.text());
                tell(() -> listener.line(run.application(), frame.text()));
            }
            case NOTE -> {
                run.note(frame.text());
                tell(() -> listener.note(run.application(), frame.text()));
            }
            case PROGRESS -> {
                RunEvent.Progress progress = progress(frame.read(ProgressBytes::read));
                run.progress(progress);
                tell(() -> listener.progress(run.application(), progress));
            }
            case ANSWERS -> run.answers(frame.payload());
            case REPORT -> run.report(frame.text());
            case VALUES -> run.values(Values.decode(frame.payload()));
            case ENDED -> {
                running.remove(frame.run());
                int code = frame.read(ByteReader::getInt);
                if (closing && code == ExitCode.INTERRUPTED) {
                    run.closed();
                } else {
                    run.ended(code);
                }
            }
            default -> throw new IOException("expected what came of a run, found " + frame.kind());
        }
    }

    private static RunEvent.Progress progress(Progress said) {
        return new RunEvent.Progress(
                said.done(),
                said.known(),
                said.what(),
                said.perSecond(),
                said.latestNanos() < 0 ? null : Duration.ofNanos(said.latestNanos()));
    }

    /** The run that prints to System.out instead of its report: known only if it is the one run; else null. */
    private @Nullable RunFuture only() {
        List<RunFuture> all = List.copyOf(running.values());
        return all.size() == 1 ? all.get(0) : null;
    }

    /** Tells the listener a word; other runs go on, whatever a listener throws. */
    private void tell(Runnable word) {
        try {
            word.run();
        } catch (RuntimeException | Error thrown) {
            logger.log(Level.WARNING, "a listener of runs threw", thrown);
        }
    }

    private void logErrors() {
        try (var lines = process.errorReader()) {
            lines.lines().forEach(line -> logger.log(Level.WARNING, line));
        } catch (IOException | UncheckedIOException gone) {
            logger.log(Level.DEBUG, "the child has gone", gone);
        }
    }

    /** Ends the child at once, since something in it does not end; its runs are abandoned. Any thread. */
    void kill() {
        over = true; // the next run is for another
        process.destroyForcibly();
    }

    /** Ends all that runs, and the child. Returns when it has ended. */
    @Override
    public void close() {
        closing = true;
        synchronized (out) {
            try {
                out.close();
            } catch (IOException gone) {
                logger.log(Level.DEBUG, "the child has gone", gone);
            }
        }
        boolean interrupted = false;
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException hurried) {
            process.destroyForcibly();
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
