package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.moide.commlib.system.OwnProcesses;
import org.moide.commlib.tunnel.HostWays;

/**
 * An ssh process that stays and forwards Unix sockets in both directions, between a folder on this host and a daemon's
 * folder on another host. It ends with this process, however that ends, because the script on the other host waits for
 * the end of its input. Thread-safe.
 */
public final class TunnelSsh {
    /**
     * The options of ssh that MOIDE adds. Forwardings in the user's configuration may fail, because another ssh may
     * have them already.
     */
    private static final List<String> OPTIONS = List.of(
            "-oExitOnForwardFailure=no",
            "-oStreamLocalBindUnlink=yes",
            "-oStreamLocalBindMask=0177",
            "-oForwardAgent=no",
            "-oForwardX11=no",
            "-oControlMaster=no",
            "-oControlPath=none");

    /** The limit on the number of output lines that are read from the script on the host. */
    private static final int MOST_LINES = 100;

    private final String host;
    private final Process ssh;
    private final SshLines.Last complaint = new SshLines.Last();
    private final List<String> said = new ArrayList<>(); // guarded by itself
    private final CompletableFuture<Void> up = new CompletableFuture<>();
    private final CompletableFuture<Void> complained;

    private TunnelSsh(String host, Process ssh, ThreadFactory threads) {
        this.host = host;
        this.ssh = ssh;
        this.complained = SshLines.read(threads, ssh.getErrorStream(), complaint);
        CompletableFuture<Void> unused = SshLines.read(threads, ssh.getInputStream(), this::heard)
                .whenComplete((nothing, never) -> up.complete(null));
    }

    /**
     * The sockets that one ssh process forwards.
     *
     * @param star the ID of this process's set of tunnels
     * @param number the number of the ssh process to the host, counted from the first
     * @param towards a local socket that ssh makes; it forwards connections to the daemon's socket
     * @param from a local socket that listens already; it receives the connections that the host makes through the
     *     tunnel
     */
    public record Ends(String star, int number, Path towards, Path from) {}

    /** Starts the ssh process. It is not usable before {@link #awaitUp} returns. */
    public static TunnelSsh start(StartedDaemon daemon, Ends ends, ThreadFactory threads) throws IOException {
        byte[] script = HostScript.tunnel(daemon.id(), ends.star(), ends.number())
                .text()
                .getBytes(StandardCharsets.UTF_8);
        List<String> words = new ArrayList<>(daemon.command());
        words.addAll(SystemSsh.OPTIONS);
        words.addAll(OPTIONS);
        words.addAll(List.of(
                "-L",
                ends.towards() + ":" + daemon.tunnel() + "/" + HostWays.IN,
                "-R",
                daemon.tunnel() + "/" + ends.star() + "." + ends.number() + ":" + ends.from(),
                "--",
                daemon.host(),
                SystemSsh.reader(script.length)));
        Process ssh;
        try {
            ssh = OwnProcesses.start(new ProcessBuilder(words));
        } catch (IOException impossible) {
            throw new IOException(
                    daemon.host() + ": cannot run " + words.get(0) + ": " + impossible.getMessage()
                            + "; install ssh, or say by --ssh-command how it is called",
                    impossible);
        }
        TunnelSsh started = new TunnelSsh(daemon.host(), ssh, threads);
        threads.newThread(() -> {
                    try {
                        // The stream stays open, because closing it ends the tunnel.
                        OutputStream to = ssh.getOutputStream();
                        to.write(script);
                        to.flush();
                    } catch (IOException gone) {
                        // The ssh has ended, and its error output says why.
                    }
                })
                .start();
        return started;
    }

    private void heard(String line) {
        if (!line.startsWith(RemoteShell.PREFIX)) {
            return;
        }
        String word = line.substring(RemoteShell.PREFIX.length());
        synchronized (said) {
            if (said.size() < MOST_LINES) {
                said.add(word);
            }
        }
        if (word.equals(HostFacts.END)) {
            up.complete(null);
        }
    }

    /**
     * Waits until the forwarded sockets can be used.
     *
     * @throws IOException if they cannot be used within {@code most}; the message has ssh's words
     */
    public void awaitUp(Duration most) throws IOException, InterruptedException {
        boolean inTime = true;
        try {
            up.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            inTime = false;
        } catch (java.util.concurrent.ExecutionException never) {
            throw new IllegalStateException(never);
        }
        List<String> lines;
        synchronized (said) {
            lines = List.copyOf(said);
        }
        if (lines.contains(HostFacts.END)) {
            return;
        }
        if (!inTime) {
            throw new IOException(
                    host + ": expected a tunnel in " + most.toSeconds() + " s, found none yet. " + complaint());
        }
        try {
            HostFacts.requireDone(host, new RemoteShell.Answer(exitCode(), lines, complaint()));
        } catch (HostTroubleException trouble) {
            throw new IOException(trouble.getMessage(), trouble);
        }
    }

    private int exitCode() throws InterruptedException {
        return ssh.waitFor(1, TimeUnit.SECONDS) ? ssh.exitValue() : 0;
    }

    /** Returns the text of ssh's standard error as one line; may be empty. */
    public String complaint() {
        return complaint.text();
    }

    /** Blocks until the ssh process has ended. */
    public void awaitEnd() throws InterruptedException {
        ssh.waitFor();
        try {
            complained.get(1, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException | TimeoutException unread) {
            // The last output of ssh is lost.
        }
    }

    /** Asks the ssh process to end. The script on the host then removes its socket. Does not wait for the end. */
    public void ask() {
        try {
            ssh.getOutputStream().close();
        } catch (IOException gone) {
            // The ssh has ended already.
        }
    }

    /** Asks the ssh process to end, and destroys it if it still runs after {@code most}. */
    public void end(Duration most) {
        ask();
        try {
            if (ssh.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        ssh.destroyForcibly();
    }
}
