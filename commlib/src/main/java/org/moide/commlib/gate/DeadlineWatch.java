package org.moide.commlib.gate;

import java.io.IOException;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;

/**
 * Closes sockets whose use takes too long. Java's own timeout of sockets covers reading only. Here one thread checks
 * all guarded sockets, and so limits connecting, TLS handshakes, writing and reading. That costs a call no more than
 * two writes of a field.
 *
 * <p>Any thread may guard, arm and disarm; the watch's own thread closes.
 */
public final class DeadlineWatch implements AutoCloseable {
    /** The pause between two checks of all deadlines, and so their precision. Deadlines are a second or more. */
    private static final long PERIOD_MILLIS = 25;

    /**
     * The pause between checks while no use has a deadline. If a use begins during this pause, its deadline may be
     * noticed this much late; but an idle process wakes less often.
     */
    private static final long IDLE_PERIOD_MILLIS = 100;

    private static final long HOUSEKEEPING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_MILLIS = 5_000;

    private final Ticker ticker;
    private final FaultHandler faults;
    private final Runnable housekeeping;
    private final Set<Guard> guards = ConcurrentHashMap.newKeySet();
    private final Object lock = new Object();
    private final Thread thread;
    private volatile boolean closed;
    // Only the watch's own thread uses these two.
    private boolean anyArmed;
    private long nextHousekeeping;

    /**
     * Creates the watch and starts its thread.
     *
     * @param housekeeping called about once a second while any socket is guarded; must not block
     */
    public DeadlineWatch(String threadName, Ticker ticker, FaultHandler faults, Runnable housekeeping) {
        this.ticker = ticker;
        this.faults = faults;
        this.housekeeping = housekeeping;
        this.nextHousekeeping = ticker.nanoTime() + HOUSEKEEPING_NANOS;
        this.thread = DaemonThreads.named(threadName, Loop.lasting(this::run), faults);
        thread.start();
    }

    /**
     * Guards {@code socket}, at first without a deadline, until {@link Guard#release}. If the watch has ended, it
     * closes the socket at once, since no thread would see its deadline pass.
     */
    public Guard guard(Socket socket) {
        Guard guard = new Guard(socket);
        guards.add(guard);
        if (closed) {
            guard.release();
        }
        synchronized (lock) {
            lock.notifyAll();
        }
        return guard;
    }

    private void run() {
        try {
            Loop.ofRounds(thread.getName(), () -> closed, this::look, faults).run();
        } finally {
            // Whatever ended this thread: a socket without a watch could wait for ever.
            closed = true;
            guards.forEach(Guard::release);
        }
    }

    private void look() {
        rest(anyArmed ? PERIOD_MILLIS : IDLE_PERIOD_MILLIS);
        long now = ticker.nanoTime();
        boolean any = false;
        for (Guard guard : guards) {
            any |= guard.expireAt(now);
        }
        anyArmed = any;
        if (now - nextHousekeeping >= 0) {
            nextHousekeeping = now + HOUSEKEEPING_NANOS;
            Loop.piece(thread.getName(), faults, housekeeping);
        }
    }

    @SuppressWarnings("WaitNotInLoop") // the method is called in a loop that checks everything after each rest
    private void rest(long millis) {
        synchronized (lock) {
            try {
                if (!closed) {
                    // Without sockets there is nothing to do, so an idle process does not wake up.
                    lock.wait(guards.isEmpty() ? 0 : millis);
                }
            } catch (InterruptedException notByUs) {
                // An application may interrupt every thread it finds; all calls of this process need the watch to go
                // on.
            }
        }
    }

    /** Closes every guarded socket and ends the watch's thread. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        for (Guard guard : guards) {
            guard.release();
        }
        if (Thread.currentThread() == thread) {
            return;
        }
        DaemonThreads.join(thread, CLOSE_MILLIS);
    }

    /** A guarded socket and the deadline of its current use. */
    public final class Guard {
        private static final long DISARMED = Long.MAX_VALUE;
        private static final long EXPIRED = Long.MIN_VALUE;

        private final Socket socket;
        private final AtomicLong deadlineNanos = new AtomicLong(DISARMED);

        private Guard(Socket socket) {
            this.socket = socket;
        }

        /**
         * Sets the deadline of the current use: the socket closes at {@code nanos} of the ticker, unless {@link
         * #disarm} is called before.
         */
        public void arm(long nanos) {
            deadlineNanos.set(Math.max(EXPIRED + 1, Math.min(nanos, DISARMED - 1)));
        }

        /**
         * Ends the current use of the socket, so that the deadline of {@link #arm} no longer counts. Returns false if
         * the deadline has passed and the watch has closed the socket.
         */
        public boolean disarm() {
            long armed = deadlineNanos.get();
            return armed != EXPIRED && deadlineNanos.compareAndSet(armed, DISARMED);
        }

        /**
         * Returns whether the watch has seen the deadline pass. The watch may see it late; it then closes the socket.
         */
        public boolean expired() {
            return deadlineNanos.get() == EXPIRED;
        }

        /**
         * Closes the socket if its deadline has passed. Returns whether it has closed the socket now: false if no
         * deadline was set, it has not passed, or it had passed earlier.
         */
        private boolean expireAt(long now) {
            long armed = deadlineNanos.get();
            if (armed == DISARMED || armed == EXPIRED) {
                return false;
            }
            if (armed - now <= 0 && deadlineNanos.compareAndSet(armed, EXPIRED)) {
                release();
            }
            return true;
        }

        /** Ends the guarding of the socket and closes the socket. */
        public void release() {
            guards.remove(this);
            try {
                socket.close();
            } catch (IOException e) {
                // The socket counts as closed anyway.
            }
        }

        /** Ends the guarding of the socket, which stays open. */
        public void leave() {
            guards.remove(this);
        }
    }
}
