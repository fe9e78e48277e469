package org.moide.coordinator.cli;

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
import org.moide.commlib.system.ForcedEnd;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.run.ExitCode;
import org.moide.engine.host.ExitCall;

/**
 * How the command's process ends: with the exit code that the command came to, whoever calls {@code System.exit}. An application
 * may run in this process, and it may do so, or leave shutdown hooks behind that never return.
 *
 * <p>Threads: {@link #exit} is called by the main thread; the hook runs on one of its own, beside those of others.
 */
final class ProcessEnd {
    /** What a run gets to end its engines, its journal and its folder, when the application has called {@code System.exit}. */
    private static final Duration ORDERLY = Duration.ofSeconds(10);

    /** What an application's shutdown hooks get when the command is done. */
    private static final Duration HOOKS = Duration.ofSeconds(2);

    /** What all hooks get after a signal, ours among them: a run ends its engines first. */
    private static final Duration HOOKS_OF_RUN = Duration.ofSeconds(6);

    /** And those of a daemon, whose engines hand over what they have before they end; there is no application there. */
    private static final Duration HOOKS_OF_DAEMON = Duration.ofSeconds(40);

    /** And those of a command that ends daemons on other hosts, whose engines do so too. */
    private static final Duration HOOKS_OF_HOSTS = Duration.ofSeconds(80);

    private static final Pattern SIGNAL_HANDLER = Pattern.compile("SIG(HUP|INT|TERM) handler");
    private static final int SIGHUP = 129;
    private static final int SIGTERM = 143;

    private final Console console;
    private final CompletableFuture<Integer> decided = new CompletableFuture<>();
    private volatile Duration hooks = HOOKS_OF_DAEMON;
    private volatile @Nullable Runnable last;

    /** Not watched: nothing happens when the process ends. */
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

    /** From here on an application may run in this process: its hooks do not keep it for long. */
    void applicationComes() {
        hooks = HOOKS_OF_RUN;
        ForcedEnd.watch(() -> {});
    }

    /**
     * What is to be done before the process ends, by the thread that ends it; may be called more than once.
     *
     * @param wanted null for nothing any more
     */
    void lastly(@Nullable Runnable wanted) {
        last = wanted;
    }

    /** Ends the process with this code, and nobody can change it. Does not return. */
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
            haltIn(patience(), decided.getNow(codeOfSignal()));
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

    /** The run is told by a hook of its own, and comes to an end; unless it is the main thread that called. */
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

    /** Hooks run until all have returned, or until they have had their time. */
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
