package org.moide.coordinator.ssh;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

/**
 * The system's own {@code ssh}, a process for each call: with the keys, agents, configuration and jump hosts that the user has. Nobody
 * is asked for a password.
 */
final class SystemSsh implements RemoteShell {
    /** The user's own options stand before these and win. The last ends a connection that is dead after half a minute. */
    private static final List<String> OPTIONS = List.of(
            "-T",
            "-oBatchMode=yes",
            "-oConnectTimeout=10",
            "-oClearAllForwardings=yes",
            "-oServerAliveInterval=10",
            "-oServerAliveCountMax=3");

    /** A script says some lines for each JDK; a login may say a page. */
    private static final int MOST_LINES = 1_000;

    private static final int MOST_LINE_CHARACTERS = 2_000;

    /** ssh says what is wrong last. */
    private static final int LINES_OF_COMPLAINT = 4;

    /** It only reads its configuration. */
    private static final Duration NAMING = Duration.ofSeconds(10);

    /** From its end until its streams are read: what a script left running could keep them open. */
    private static final Duration STREAMS = Duration.ofSeconds(5);

    private static final Pattern HOST_NAME = Pattern.compile("hostname ([0-9A-Za-z._:%-]{1,255})");
    private static final Pattern UNPRINTABLE = Pattern.compile("\\p{Cntrl}+");

    private final List<String> command;
    private final FaultHandler faults;
    private final ThreadFactory threads;

    /** @param command how ssh is called, such as {@code ssh -F file} */
    SystemSsh(List<String> command, FaultHandler faults) {
        this.command = List.copyOf(command);
        this.faults = faults;
        this.threads = new DaemonThreads("ssh", faults);
    }

    @Override
    public Answer run(String host, String script, Input input, Duration most)
            throws HostTroubleException, InterruptedException {
        byte[] bytes = script.getBytes(StandardCharsets.UTF_8);
        List<String> words = new ArrayList<>(command);
        words.addAll(OPTIONS);
        // Reads the script, of a known length, and leaves the rest: one line that every login shell reads alike.
        String reader = "exec sh -c 'eval \"$(dd bs=1 count=" + bytes.length + " 2>/dev/null)\"'";
        words.addAll(List.of("--", host, reader));
        return called(host, words, most, to -> {
            to.write(bytes);
            input.writeTo(to);
        });
    }

    @Override
    public String addressOf(String host) throws HostTroubleException, InterruptedException {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of("-G", "--", host));
        List<String> said = new ArrayList<>();
        called(host, words, NAMING, Input.NONE, line -> {
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
        Ended ended = called(host, words, most, input, line -> {
            if (line.startsWith(PREFIX) && lines.size() < MOST_LINES) {
                lines.add(line.substring(PREFIX.length()));
            }
        });
        return new Answer(ended.exitCode, lines, ended.complaint);
    }

    private record Ended(int exitCode, String complaint) {}

    private Ended called(String host, List<String> words, Duration most, Input input, Consumer<String> lines)
            throws HostTroubleException, InterruptedException {
        Process ssh;
        try {
            ssh = new ProcessBuilder(words).start();
        } catch (IOException impossible) {
            throw new HostTroubleException(
                    host,
                    "cannot run " + words.get(0) + ": " + impossible.getMessage()
                            + "; install ssh, or say by --ssh-command how it is called");
        }
        try {
            Deque<String> complaint = new ArrayDeque<>();
            CompletableFuture<Void> said = read(ssh.getInputStream(), lines);
            CompletableFuture<Void> complained = read(ssh.getErrorStream(), line -> {
                if (!line.isBlank()) {
                    complaint.addLast(line);
                    if (complaint.size() > LINES_OF_COMPLAINT) {
                        complaint.removeFirst();
                    }
                }
            });
            write(ssh, input);
            if (!ssh.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new HostTroubleException(
                        host, "expected that ssh ends in " + most.toSeconds() + " s, found that it has not");
            }
            boolean heard = ended(said);
            return new Ended(ssh.exitValue(), ended(complained) && heard ? String.join(" ", complaint) : "");
        } finally {
            ssh.destroyForcibly();
        }
    }

    private static boolean ended(CompletableFuture<Void> stream) throws InterruptedException {
        try {
            stream.get(STREAMS.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException unread) {
            return false;
        }
    }

    /**
     * What is not taken has its reason in what the other side says, and what cannot be read here is missed there. To end ssh for that
     * would close what it says.
     */
    private void write(Process ssh, Input input) {
        threads.newThread(() -> {
                    try (OutputStream to = new BufferedOutputStream(ssh.getOutputStream(), 1 << 16)) {
                        input.writeTo(to);
                    } catch (IOException gone) {
                        // The script has ended, or sees that this has.
                    } catch (RuntimeException | Error fault) {
                        faults.onFault("ssh", fault);
                    }
                })
                .start();
    }

    private CompletableFuture<Void> read(InputStream from, Consumer<String> lines) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        threads.newThread(() -> {
                    try (BufferedReader reader =
                            new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                        eachLine(reader, lines);
                    } catch (IOException closed) {
                        // What was read counts.
                    } finally {
                        end.complete(null);
                    }
                })
                .start();
        return end;
    }

    /** Of a line without an end only the beginning is kept. */
    private static void eachLine(BufferedReader reader, Consumer<String> lines) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = reader.read(); next >= 0; next = reader.read()) {
            if (next == '\n') {
                lines.accept(printable(line));
                line.setLength(0);
            } else if (line.length() < MOST_LINE_CHARACTERS) {
                line.append((char) next);
            }
        }
        if (line.length() > 0) {
            lines.accept(printable(line));
        }
    }

    /** Another host's words go to a terminal. */
    private static String printable(CharSequence line) {
        return UNPRINTABLE.matcher(line).replaceAll(" ").strip();
    }
}
