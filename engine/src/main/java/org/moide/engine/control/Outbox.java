package org.moide.engine.control;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.Loop;

/**
 * Control messages for one peer: posted without blocking, sent in order by one thread of its own, each posting repeated
 * until the peer has it. When silence has lasted too long, the messages that the peer does not have are given up, once,
 * and the owner is told.
 *
 * <p>Concurrency: {@code waiting}, {@code closed} and {@code sending} are guarded by this object; the sending thread
 * calls out without the lock.
 */
public final class Outbox<M extends Serializable> implements AutoCloseable {
    /**
     * The most messages in a posting. A posting is one call: enough messages to share its cost, few enough to stay far
     * below the gate's limit on a request.
     */
    private static final int POSTING_MESSAGES = 256;

    /**
     * The number of messages that callers of {@link #postOrWait} may queue: beyond that they wait, so that a flood of
     * output costs time and not memory.
     */
    private static final int PATIENT_MESSAGES = 4_096;

    private final int from;
    private final Consumer<Posting<M>> call;
    private final Consumer<String> whenGivenUp;
    private final Timing timing;
    private final Ticker ticker;
    private final Signal changed;
    private final Thread thread;
    private final Deque<M> waiting = new ArrayDeque<>();
    private volatile boolean closed;
    private boolean sending;

    /**
     * Starts the sending thread.
     *
     * @param from this side's number in its postings
     * @param role the sending thread's name
     * @param call delivers a posting; throws {@link RemoteCallException} when it could not
     * @param whenGivenUp told why, on the sending thread, when the peer cannot be reached
     */
    public Outbox(
            int from,
            String role,
            Consumer<Posting<M>> call,
            Consumer<String> whenGivenUp,
            Timing timing,
            Surroundings around) {
        this.from = from;
        this.call = call;
        this.whenGivenUp = whenGivenUp;
        this.timing = timing;
        this.ticker = around.ticker();
        this.changed = around.signals().create();
        this.thread = around.threads().newThread(Loop.lasting(this::sendAll));
        this.thread.setName(role);
        this.thread.start();
    }

    /** Queues a message; any thread, never blocks. After {@link #close} it is dropped. */
    public void post(M message) {
        synchronized (this) {
            if (closed) {
                return;
            }
            waiting.add(message);
        }
        changed.raise();
    }

    /**
     * Queues a message as {@link #post} does, but waits while more than {@value #PATIENT_MESSAGES} messages are queued.
     */
    public void postOrWait(M message) throws InterruptedException {
        changed.await(() -> closed || size() < PATIENT_MESSAGES, Long.MAX_VALUE);
        post(message);
    }

    /**
     * Waits until everything that was posted has arrived.
     *
     * @return false if the time was over before
     */
    public boolean flush(long timeoutNanos) throws InterruptedException {
        return changed.await(() -> closed || idle(), timeoutNanos);
    }

    /** Drops what was not sent and ends the thread; does not wait for it. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            waiting.clear();
        }
        changed.raise();
        thread.interrupt();
    }

    private synchronized int size() {
        return waiting.size();
    }

    private synchronized boolean idle() {
        return waiting.isEmpty() && !sending;
    }

    private void sendAll() {
        long sequence = 0;
        boolean delivered = true;
        while (delivered && !closed) {
            await(() -> size() > 0, Long.MAX_VALUE);
            if (size() > 0) {
                Posting<M> posting = new Posting<>(from, sequence, takeSome());
                delivered = deliver(posting);
                sequence++;
                synchronized (this) {
                    sending = !delivered;
                }
                changed.raise();
            }
        }
    }

    private void await(BooleanSupplier condition, long timeoutNanos) {
        try {
            changed.await(() -> closed || condition.getAsBoolean(), timeoutNanos);
        } catch (InterruptedException stray) {
            // Closing interrupts too, and is seen in any case; an application that shares the process may interrupt any
            // thread.
            return;
        }
    }

    private synchronized List<M> takeSome() {
        List<M> some = new ArrayList<>();
        while (some.size() < POSTING_MESSAGES && !waiting.isEmpty()) {
            some.add(waiting.remove());
        }
        sending = true;
        return some;
    }

    private boolean deliver(Posting<M> posting) {
        Backoff backoff = new Backoff(timing, ticker);
        while (!closed) {
            try {
                call.accept(posting);
                return true;
            } catch (NotDeliveredException | OutcomeUnknownException again) {
                if (backoff.isOver()) {
                    giveUp(again);
                    return false;
                }
                await(() -> false, backoff.nextPauseNanos());
            } catch (RemoteCallException refused) {
                giveUp(refused);
                return false;
            }
        }
        return false;
    }

    private void giveUp(RemoteCallException why) {
        boolean first = !closed;
        close();
        if (first) {
            whenGivenUp.accept(String.valueOf(why.getMessage()));
        }
    }
}
