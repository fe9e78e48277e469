package org.moide.hosts.tunnel;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.Loop;
import org.moide.hosts.ssh.StartedDaemon;
import org.moide.hosts.ssh.TunnelSsh;

/**
 * Keeps the tunnel to one host open. It starts an ssh process, and a new one each time when the last has ended.
 * {@link LineLife} decides when.
 *
 * <p>Threads: {@code tunnel-to-<host>} starts each ssh process and waits for its end; any thread may wait for the
 * socket or close the line.
 */
final class HostLine {
    /** The time limit for an ssh process to come up, including the login. */
    private static final Duration OPENING = Duration.ofSeconds(30);

    private static final Duration ENDING = Duration.ofSeconds(3);

    /**
     * The part of a caller's time limit that {@link #awaitSocket} does not wait, so that there is time left to report
     * why the tunnel is not up.
     */
    private static final long LEFT_NANOS = Duration.ofMillis(100).toNanos();

    /** The shortest time to wait on a lock, because {@code wait(0)} would wait forever. */
    private static final long LEAST_WAIT_NANOS = Duration.ofMillis(1).toNanos();

    private final StartedDaemon daemon;
    private final String star;
    private final Path folder;
    private final Path from;
    private final Ticker ticker;
    private final ThreadFactory threads;
    private final Semaphore logins;
    private final LineLife life = new LineLife(); // this object's lock guards this field and those below
    private int number;
    private @Nullable TunnelSsh ssh;
    private boolean closed;

    /**
     * Starts a thread that opens the tunnel at once and keeps it open.
     *
     * @param folder the folder for the line's local sockets
     * @param from the local socket that receives connections from the host
     * @param logins limits how many tunnels log in at the same time
     */
    HostLine(
            StartedDaemon daemon,
            String star,
            Path folder,
            Path from,
            Ticker ticker,
            ThreadFactory threads,
            Semaphore logins) {
        this.logins = logins;
        this.daemon = daemon;
        this.star = star;
        this.folder = folder;
        this.from = from;
        this.ticker = ticker;
        this.threads = threads;
        threads.newThread(Loop.lasting(this::run)).start();
    }

    private void run() {
        try {
            while (awaitTurn()) {
                TunnelSsh begun;
                logins.acquire();
                try {
                    begun = attempt();
                } finally {
                    logins.release();
                }
                if (begun != null) {
                    begun.awaitEnd();
                    ended(begun);
                }
            }
        } catch (InterruptedException toEnd) {
            // The interrupt means that this process ends.
        }
    }

    /** Waits until it is time for the next attempt. Returns false if the tunnel was closed. */
    private synchronized boolean awaitTurn() throws InterruptedException {
        while (!closed && life.at(ticker.nanoTime()) == LineLife.State.RESTING) {
            long nanos = life.restsUntilNanos() - ticker.nanoTime();
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(LEAST_WAIT_NANOS, nanos));
        }
        return !closed;
    }

    /** Starts an ssh process and waits until it is up. Returns null if that failed. */
    private @Nullable TunnelSsh attempt() throws InterruptedException {
        TunnelSsh begun;
        synchronized (this) {
            if (closed) {
                return null;
            }
            life.begun();
            number++;
            try {
                begun = TunnelSsh.start(daemon, new TunnelSsh.Ends(star, number, socket(), from), threads);
            } catch (IOException impossible) {
                failed(impossible);
                return null;
            }
            ssh = begun;
        }
        try {
            begun.awaitUp(OPENING);
            synchronized (this) {
                life.opened();
                notifyAll();
            }
            return begun;
        } catch (IOException failed) {
            begun.end(Duration.ZERO);
            synchronized (this) {
                failed(failed);
            }
            return null;
        }
    }

    private void failed(IOException why) {
        life.failed(ticker.nanoTime(), String.valueOf(why.getMessage()));
        notifyAll();
    }

    private synchronized void ended(TunnelSsh gone) {
        String said = gone.complaint();
        life.lost(daemon.host() + ": its ssh has ended" + (said.isEmpty() ? "" : ": " + said));
        ssh = null;
        notifyAll();
    }

    /**
     * Returns the path of the newest ssh process's socket. Each ssh process has a socket of its own, because an earlier
     * process may not have closed its socket yet.
     */
    private Path socket() {
        return folder.resolve(daemon.id() + "." + number);
    }

    /** Returns the socket of the tunnel if it is up; otherwise null. */
    synchronized @Nullable Path socketNow() {
        return life.at(ticker.nanoTime()) == LineLife.State.UP ? socket() : null;
    }

    /**
     * Waits until the tunnel is up, and returns its socket.
     *
     * @throws IOException if the tunnel does not come up in time; the message says why
     */
    synchronized Path awaitSocket(long nanos) throws IOException {
        long until = ticker.nanoTime() + nanos - LEFT_NANOS;
        while (life.at(ticker.nanoTime()) != LineLife.State.UP) {
            long left = until - ticker.nanoTime();
            if (closed) {
                throw new IOException(daemon.host() + ": its tunnel is closed");
            }
            if (!life.isWorthWaiting() || left <= 0) {
                throw new IOException(
                        life.trouble().isEmpty() ? daemon.host() + ": its ssh is not there yet" : life.trouble());
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(LEAST_WAIT_NANOS, left));
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
                throw new IOException(daemon.host() + ": interrupted while its ssh was awaited", hurried);
            }
        }
        return socket();
    }

    /**
     * Returns the error message for a connection through the tunnel that was closed without an answer. The message
     * names the most likely causes.
     */
    synchronized String whatIfNot() {
        TunnelSsh there = ssh;
        String said = there == null ? "" : there.complaint();
        return "ssh has closed what it forwards to " + daemon.host() + (said.isEmpty() ? "" : " (" + said + ")")
                + ": the daemon there has ended, or 'AllowStreamLocalForwarding' in its sshd_config is not 'yes'";
    }

    /** Asks the ssh process to end, and prevents that another one is started. Does not wait for the end. */
    void ask() {
        TunnelSsh last;
        synchronized (this) {
            closed = true;
            last = ssh;
            notifyAll();
        }
        if (last != null) {
            last.ask();
        }
    }

    /** Completes {@link #ask}: waits for the end of the ssh process, and destroys it if that takes too long. */
    void end() {
        TunnelSsh last;
        synchronized (this) {
            last = ssh;
        }
        if (last != null) {
            last.end(ENDING);
        }
    }
}
