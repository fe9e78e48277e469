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
 * The line to one host: an ssh, and another one when it has ended. {@link LineLife} says when.
 *
 * <p>Threads: {@code tunnel-to-<host>} starts them and waits for their end; any waits for the socket, and closes.
 */
final class HostLine {
    /** Time for an ssh to come up, as a login may take it. */
    private static final Duration OPENING = Duration.ofSeconds(30);

    private static final Duration ENDING = Duration.ofSeconds(3);

    /** Time that a waiter keeps back, to say why it waited in vain. */
    private static final long LEFT_NANOS = Duration.ofMillis(100).toNanos();

    /** Least wait: a wait of 0 would be one for ever. */
    private static final long LEAST_WAIT_NANOS = Duration.ofMillis(1).toNanos();

    private final StartedDaemon daemon;
    private final String star;
    private final Path folder;
    private final Path from;
    private final Ticker ticker;
    private final ThreadFactory threads;
    private final Semaphore logins;
    private final LineLife life = new LineLife(); // guarded by this, as what follows is
    private int number;
    private @Nullable TunnelSsh ssh;
    private boolean closed;

    /**
     * Begins at once.
     *
     * @param folder the folder for its sockets
     * @param from the socket here that takes connections from there
     * @param logins how many log in at once
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
            // The process ends.
        }
    }

    /** Waits until it is time for an attempt; false if none is wanted any more. */
    private synchronized boolean awaitTurn() throws InterruptedException {
        while (!closed && life.at(ticker.nanoTime()) == LineLife.State.RESTING) {
            long nanos = life.restsUntilNanos() - ticker.nanoTime();
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(LEAST_WAIT_NANOS, nanos));
        }
        return !closed;
    }

    /** Starts an ssh, and returns it when it is up; null if there is none. */
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

    /** Returns the socket of the newest ssh: an earlier one may still hold its own. */
    private Path socket() {
        return folder.resolve(daemon.id() + "." + number);
    }

    /** Returns the socket that can be used now; null if there is none. */
    synchronized @Nullable Path socketNow() {
        return life.at(ticker.nanoTime()) == LineLife.State.UP ? socket() : null;
    }

    /**
     * Waits for the socket.
     *
     * @throws IOException if it cannot be had, or not so soon, and why
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

    /** Returns what is most likely wrong when a forwarded connection ends without a word. */
    synchronized String whatIfNot() {
        TunnelSsh there = ssh;
        String said = there == null ? "" : there.complaint();
        return "ssh has closed what it forwards to " + daemon.host() + (said.isEmpty() ? "" : " (" + said + ")")
                + ": the daemon there has ended, or 'AllowStreamLocalForwarding' in its sshd_config is not 'yes'";
    }

    /** Asks the ssh to end, and no other is started. Does not wait. */
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

    /** Ends the line after {@link #ask}: returns when the ssh has ended, or has been made to. */
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
