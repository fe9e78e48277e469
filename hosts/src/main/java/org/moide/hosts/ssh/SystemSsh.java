package org.moide.hosts.ssh;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.OwnProcesses;

/**
 * Runs scripts by the system's {@code ssh}, one process for each call, with the user's keys, agent, configuration and
 * jump hosts. It never asks for a password.
 */
final class SystemSsh implements RemoteShell {
    /**
     * The options of ssh that MOIDE adds. The user's options come first and win. The last option ends a dead connection
     * after half a minute.
     */
    static final List<String> OPTIONS = List.of(
            "-T", "-oBatchMode=yes", "-oConnectTimeout=10", "-oServerAliveInterval=10", "-oServerAliveCountMax=3");

    /**
     * The limit on the number of lines that are read of a script's output. A script prints a few lines for each JDK of
     * the host, and the host's login scripts may print a page.
     */
    private static final int MOST_LINES = 1_000;

    /**
     * The time limit for asking ssh under which name or address it reaches a host. For that, ssh only reads its
     * configuration.
     */
    private static final Duration NAMING = Duration.ofSeconds(10);

    /**
     * The time limit for a script to begin. ssh gives up connecting after 10 s. The login on the host may take a while
     * after that, since the host may ask a directory of users or read a home folder over a network.
     */
    private static final Duration BEGINNING = Duration.ofSeconds(25);

    /** The first line that a script prints, which shows that it has begun. */
    private static final String BEGUN = "begun";

    /**
     * The time limit for reading the rest of ssh's output after ssh has ended. Without it, a process that the script
     * left behind could keep this process waiting for the end of the output.
     */
    private static final Duration STREAMS = Duration.ofSeconds(5);

    private static final Pattern HOST_NAME = Pattern.compile("hostname ([0-9A-Za-z._:%-]{1,255})");

    private final List<String> command;
    private final FaultHandler faults;
    private final ThreadFactory threads;
    private final Duration beginning;

    /**
     * Creates the shell.
     *
     * @param command the words that start ssh, such as {@code ssh -F file}
     */
    SystemSsh(List<String> command, FaultHandler faults) {
        this(command, faults, BEGINNING);
    }

    /**
     * Creates the shell with another time limit for beginning.
     *
     * @param beginning the time until a script must have begun
     */
    SystemSsh(List<String> command, FaultHandler faults, Duration beginning) {
        this.beginning = beginning;
        this.command = List.copyOf(command);
        this.faults = faults;
        this.threads = new DaemonThreads("ssh", faults);
    }

    @Override
    public Answer run(String host, String script, Input input, Duration most)
            throws HostTroubleException, InterruptedException {
        byte[] bytes = ("echo '" + PREFIX + BEGUN + "'\n" + script).getBytes(StandardCharsets.UTF_8);
        List<String> words = new ArrayList<>(command);
        words.addAll(OPTIONS);
        words.add("-oClearAllForwardings=yes");
        words.addAll(List.of("--", host, reader(bytes.length)));
        return called(host, words, most, to -> {
            to.write(bytes);
            input.writeTo(to);
        });
    }

    /**
     * Returns the command that reads a script of a known length from standard input and runs it; the bytes after the
     * script stay unread. All login shells understand the command alike.
     */
    static String reader(int scriptBytes) {
        return "exec sh -c 'eval \"$(dd bs=1 count=" + scriptBytes + " 2>/dev/null)\"'";
    }

    @Override
    public String addressOf(String host) throws HostTroubleException, InterruptedException {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of("-G", "--", host));
        List<String> said = new ArrayList<>();
        called(host, words, NAMING, CompletableFuture.completedFuture(null), Input.NONE, line -> {
            Matcher name = HOST_NAME.matcher(line);
            if (name.matches()) {
                said.add(name.group(1));
            }
        });
        return said.isEmpty() ? host : said.get(0);
    }

    private Answer called(String host, List<String> words, Duration most, Input input)
            throws HostTroubleException, InterruptedException {
        List<String> lines = new ArrayList<>();
        CompletableFuture<Void> begun = new CompletableFuture<>();
        Ended ended = called(host, words, most, begun, input, line -> {
            if (line.equals(PREFIX + BEGUN)) {
                begun.complete(null);
            } else if (line.startsWith(PREFIX) && lines.size() < MOST_LINES) {
                lines.add(line.substring(PREFIX.length()));
            }
        });
        return new Answer(ended.exitCode, lines, ended.complaint);
    }

    private record Ended(int exitCode, String complaint) {}

    private Ended called(
            String host,
            List<String> words,
            Duration most,
            CompletableFuture<Void> begun,
            Input input,
            Consumer<String> lines)
            throws HostTroubleException, InterruptedException {
        Process ssh;
        try {
            ssh = OwnProcesses.start(new ProcessBuilder(words));
        } catch (IOException impossible) {
            throw new HostTroubleException(
                    host,
                    "cannot run " + words.get(0) + ": " + impossible.getMessage()
                            + "; install ssh, or say by --ssh-command how it is called");
        }
        try {
            SshLines.Last complaint = new SshLines.Last();
            CompletableFuture<Void> said = SshLines.read(threads, ssh.getInputStream(), lines);
            CompletableFuture<Void> complained = SshLines.read(threads, ssh.getErrorStream(), complaint);
            write(ssh, input);
            var unused = ssh.onExit().thenRun(() -> begun.complete(null));
            if (!isDone(begun, beginning)) {
                throw new HostTroubleException(
                        host,
                        "expected that ssh has logged in after " + beginning.toSeconds()
                                + " s, found that it has not: does 'ssh " + host + " true' end soon?");
            }
            if (!ssh.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new HostTroubleException(
                        host, "expected that ssh ends in " + most.toSeconds() + " s, found that it has not");
            }
            boolean heard = ended(said);
            return new Ended(ssh.exitValue(), ended(complained) && heard ? complaint.text() : "");
        } finally {
            ssh.destroyForcibly();
        }
    }

    private static boolean ended(CompletableFuture<Void> stream) throws InterruptedException {
        return isDone(stream, STREAMS);
    }

    private static boolean isDone(CompletableFuture<Void> done, Duration within) throws InterruptedException {
        try {
            done.get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException unread) {
            return false;
        }
    }

    /**
     * Writes the script's input on a new thread. If that fails, ssh is not ended: the script on the host notices that
     * its input is incomplete, and reports why.
     */
    private void write(Process ssh, Input input) {
        threads.newThread(() -> {
                    try (OutputStream to = new BufferedOutputStream(ssh.getOutputStream(), 1 << 16)) {
                        input.writeTo(to);
                    } catch (IOException gone) {
                        // The script has ended, or notices that its input has.
                    } catch (RuntimeException | Error fault) {
                        faults.onFault("ssh", fault);
                    }
                })
                .start();
    }
}
