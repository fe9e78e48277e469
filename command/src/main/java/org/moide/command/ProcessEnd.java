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
 * End of the command's process, with the exit code that the command came to, whoever calls {@code System.exit}. An
 * application may run in this process. It may call {@code System.exit}, or leave shutdown hooks behind that never
 * return.
 *
 * <p>Threads: {@link #exit} is called by the main thread; the hook runs on one of its own, beside those of others.
 */
final class ProcessEnd {
    /**
     * Time in which a run ends its engines, its journal and its folder, when the application has called {@code
     * System.exit}.
     */
    private static final Duration ORDERLY = Duration.ofSeconds(10);

    /** Time for an application's shutdown hooks when the command is done. */
    private static final Duration HOOKS = Duration.ofSeconds(2);

    /**
     * Time for all hooks after a signal in the process of a run, which ends its engines first. Our own hook is among
     * them.
     */
    private static final Duration HOOKS_OF_RUN = Duration.ofSeconds(6);

    /**
     * Time for all hooks after a signal in the process of a daemon, whose engines hand over what they have before they
     * end. No application runs there.
     */
    private static final Duration HOOKS_OF_DAEMON = Duration.ofSeconds(40);

    /**
     * Time for all hooks in the process of a command that ends daemons on other hosts, whose engines hand over what
     * they have.
     */
    private static final Duration HOOKS_OF_HOSTS = Duration.ofSeconds(80);

    private static final Pattern SIGNAL_HANDLER = Pattern.compile("SIG(HUP|INT|TERM) handler");
    private static final int SIGHUP = 129;
    private static final int SIGTERM = 143;

    private final Console console;
    private final CompletableFuture<Integer> decided = new CompletableFuture<>();
    private volatile Duration hooks = HOOKS_OF_DAEMON;
    private volatile @Nullable Runnable last;

    /** Creates an end that is not watched: nothing happens when the process ends. */
    ProcessEnd(Console console) {
        this.console = console;
    }

    /** Watches over the end of this process. To be called by the thread that will call {@link #exit}. */
    static ProcessEnd watched(Console console) {
        ProcessEnd end = new ProcessEnd(console);
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end.onExit(main.getName()), "moide-end"));
        return end;
    }

    /** Notes that an application may run in this process from now on: its hooks do not keep the process for long. */
    void applicationComes() {
        hooks = HOOKS_OF_RUN;
        ForcedEnd.watch(() -> {});
    }

    /**
     * Sets the work to do before the process ends, on the thread that ends it. The work may be called more than once.
     *
     * @param wanted the work; null for nothing any more
     */
    void lastly(@Nullable Runnable wanted) {
        last = wanted;
    }

    /** Ends the process with this code, which nobody can change. Does not return. */
    void exit(int code) {
        decided.complete(code);
        try {
            System.exit(code);
        } catch (SecurityException refused) {
            doLast(); // what its hook would have done
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
     * Waits for the exit code of the run, which a hook of its own tells to end. Does not wait if the main thread called
     * {@code System.exit}: then the run cannot come to an end.
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

    /** Halts the process after this time, if its hooks have not all returned before. */
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
