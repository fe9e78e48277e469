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
 * Closes sockets whose use takes too long. Java's sockets have a time-out for reading only; one thread that looks at all
 * sockets in use bounds connecting, TLS, writing and reading alike, and costs a call two writes of a field.
 *
 * <p>Any thread may guard, arm and disarm; the watch's own thread closes.
 */
public final class DeadlineWatch implements AutoCloseable {
    /** Deadlines are kept to this; they are a second or more. */
    private static final long PERIOD_MILLIS = 25;

    /**
     * The rest while no use has a deadline: a use that begins meanwhile may end this much late, but idle processes wake
     * less often.
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
    // Both: the watch's own thread.
    private boolean anyArmed;
    private long nextHousekeeping;

    /**
     * Starts the watch.
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
     * Watches {@code socket} until {@link Guard#release}; without a deadline at first. Closes it at once if the watch has
     * ended: nobody would see its deadline pass.
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
            // For whatever reason it ended: a socket that nobody watches could wait for ever.
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

    @SuppressWarnings("WaitNotInLoop") // it is called in a loop, which looks at everything after each rest
    private void rest(long millis) {
        synchronized (lock) {
            try {
                if (!closed) {
                    // No socket, nothing to do: an idle process does not wake up.
                    lock.wait(guards.isEmpty() ? 0 : millis);
                }
            } catch (InterruptedException notByUs) {
                // An application that interrupts every thread it finds: every call of this process needs the watch.
            }
        }
    }

    /** Closes every guarded socket and ends the thread. */
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

    /** A socket and the time by which its present use must have ended. */
    public final class Guard {
        private static final long DISARMED = Long.MAX_VALUE;
        private static final long EXPIRED = Long.MIN_VALUE;

        private final Socket socket;
        private final AtomicLong deadlineNanos = new AtomicLong(DISARMED);

        private Guard(Socket socket) {
            this.socket = socket;
        }

        /** Closes the socket at {@code nanos} of the ticker, unless disarmed before. */
        public void arm(long nanos) {
            deadlineNanos.set(Math.max(EXPIRED + 1, Math.min(nanos, DISARMED - 1)));
        }

        /** Ends the present use. Returns false if its deadline had passed: then the socket is closed. */
        public boolean disarm() {
            long armed = deadlineNanos.get();
            return armed != EXPIRED && deadlineNanos.compareAndSet(armed, DISARMED);
        }

        /** Returns whether the watch has seen the deadline pass; then it closes the socket. It may see it late. */
        public boolean expired() {
            return deadlineNanos.get() == EXPIRED;
        }

        /** Closes the socket if its deadline has passed. Returns false if it had no deadline before. */
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

        /** Closes the socket and forgets it. */
        public void release() {
            guards.remove(this);
            try {
                socket.close();
            } catch (IOException e) {
                // It is gone, one way or the other.
            }
        }

        /** Forgets the socket, which stays open. */
        public void leave() {
            guards.remove(this);
        }
    }
}
