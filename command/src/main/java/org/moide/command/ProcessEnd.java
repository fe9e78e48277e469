package org.moide.command;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.command.terminal.Console;
import org.moide.commlib.system.ForcedEnd;
import org.moide.coordinator.run.ExitCode;
import org.moide.engine.host.ExitCall;

/**
 * The end of the command's process. It guarantees the command's exit code, even if an application in this process calls
 * {@code System.exit} or leaves shutdown hooks that never return.
 *
 * <p>Threads: the main thread calls {@link #exit}; the shutdown hook of this class runs on a thread of its own,
 * concurrently with other hooks.
 */
final class ProcessEnd {
    /**
     * The time that a run gets to end its engines, journal and folder after the application has called
     * {@code System.exit}.
     */
    private static final Duration ORDERLY = Duration.ofSeconds(10);

    /** The time that an application's shutdown hooks get after the command has ended. */
    private static final Duration HOOKS = Duration.ofSeconds(2);

    /**
     * The time that all shutdown hooks get after a signal, in the process of a run. It includes the time in which the
     * hook of this class ends the run's engines.
     */
    private static final Duration HOOKS_OF_RUN = Duration.ofSeconds(6);

    /**
     * The time that all shutdown hooks get after a signal, in the process of a daemon. It includes the time in which
     * the daemon's engines hand over their tasks. No application runs in this process.
     */
    private static final Duration HOOKS_OF_DAEMON = Duration.ofSeconds(40);

    /**
     * The time that all shutdown hooks get in the process of a command that ends daemons on other hosts. It includes
     * the time in which the daemons' engines hand over their tasks.
     */
    private static final Duration HOOKS_OF_HOSTS = Duration.ofSeconds(80);

    private static final Pattern SIGNAL_HANDLER = Pattern.compile("SIG(HUP|INT|TERM) handler");
    private static final int SIGHUP = 129;
    private static final int SIGTERM = 143;

    private final Console console;
    private final CompletableFuture<Integer> decided = new CompletableFuture<>();
    private volatile Duration hooks = HOOKS_OF_DAEMON;
    private volatile @Nullable Runnable last;

    /** Creates an object without a shutdown hook. */
    ProcessEnd(Console console) {
        this.console = console;
    }

    /** Creates an object and installs its shutdown hook. Called by the thread that will call {@link #exit}. */
    static ProcessEnd watched(Console console) {
        ProcessEnd end = new ProcessEnd(console);
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end.onExit(main.getName()), "moide-end"));
        return end;
    }

    /**
     * Notes that an application may run in this process from now on. Its hooks cannot delay the end of the process for
     * long.
     */
    void applicationComes() {
        hooks = HOOKS_OF_RUN;
        ForcedEnd.watch(() -> {});
    }

    /**
     * Sets the work to do before the process ends, on the thread that ends it. It may run more than once.
     *
     * @param wanted the work; null if there is none any more
     */
    void lastly(@Nullable Runnable wanted) {
        last = wanted;
    }

    /** Ends the process with this code, which no hook can change. Does not return. */
    void exit(int code) {
        decided.complete(code);
        try {
            System.exit(code);
        } catch (SecurityException refused) {
            doLast(); // instead of the hook
            ForcedEnd.halt(code);
        }
    }

    private void onExit(String main) {
        List<ExitCall> others = ExitCall.underWay().stream()
                .filter(call -> !call.isBy(ProcessEnd.class))
                .toList();
        if (others.isEmpty()) {
            int code = decided.getNow(codeOfSignal());
            if (code == SIGHUP && hooks.equals(HOOKS_OF_RUN)) {
                console.error(
                        "moide run: the terminal has gone, and the run ends with it; 'moide run --detach' starts one that goes"
                                + " on without");
            }
            haltIn(patience(), code);
            doLast();
        } else {
            int code = decidedIn(others.get(0), main);
            try {
                doLast();
            } finally {
                ForcedEnd.halt(code);
            }
        }
    }

    private Duration patience() {
        if (last != null) {
            return HOOKS_OF_HOSTS;
        }
        return decided.isDone() ? HOOKS : hooks;
    }

    private void doLast() {
        Runnable wanted = last;
        if (wanted != null) {
            wanted.run();
        }
    }

    /**
     * Returns the exit code of the run. Waits for it, since the run's own shutdown hook is ending the run. Does not
     * wait if the main thread called {@code System.exit}, since the run cannot end then.
     */
    private int decidedIn(ExitCall call, String main) {
        try {
            boolean never = call.thread().equals(main) && !decided.isDone();
            return decided.get(never ? 0 : ORDERLY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException undecided) {
            console.error("moide: the application called System.exit in " + call.where()
                    + ", and this process ends without a result");
            return ExitCode.FAILED;
        }
    }

    private static int codeOfSignal() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            Matcher handler = SIGNAL_HANDLER.matcher(thread.getName());
            if (handler.matches()) {
                return switch (handler.group(1)) {
                    case "HUP" -> SIGHUP;
                    case "TERM" -> SIGTERM;
                    default -> ExitCode.INTERRUPTED;
                };
            }
        }
        return ExitCode.FAILED;
    }

    /**
     * Starts a thread that halts the process after this time, unless all hooks have returned and the process has ended
     * by then.
     */
    private static void haltIn(Duration patience, int code) {
        Thread watch = new Thread(
                () -> {
                    try {
                        new CountDownLatch(1).await(patience.toMillis(), TimeUnit.MILLISECONDS);
                    } catch (InterruptedException hurried) {
                        Thread.currentThread().interrupt();
                    }
                    ForcedEnd.halt(code);
                },
                "moide-end-at-last");
        watch.setDaemon(true);
        watch.start();
    }
}
