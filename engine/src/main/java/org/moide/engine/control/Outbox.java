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
 * A queue of control messages for one peer. Its own thread sends them in order, and repeats each posting until the peer
 * has acknowledged it. If the peer does not answer for too long, the queue drops its messages and tells its owner once.
 *
 * <p>Concurrency: {@code waiting}, {@code closed} and {@code sending} are guarded by this object's lock; the sending
 * thread makes calls without the lock.
 */
public final class Outbox<M extends Serializable> implements AutoCloseable {
    /**
     * The greatest number of messages in a posting. All messages of a posting share the cost of one remote call. With
     * this limit a posting stays far below the limit on a request's size.
     */
    private static final int POSTING_MESSAGES = 256;

    /**
     * The number of queued messages from which on {@link #postOrWait} blocks. So a flood of output slows down the
     * threads that produce it, instead of filling the memory.
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
     * @param from the sender's number in its postings
     * @param role the sending thread's name
     * @param call delivers a posting; throws {@link RemoteCallException} if it fails
     * @param whenGivenUp called on the sending thread with the reason, once, when the peer cannot be reached
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

    /** Queues a message. After {@link #close} the message is dropped. Any thread; never blocks. */
    public void post(M message) {
        synchronized (this) {
            if (closed) {
                return;
            }
            waiting.add(message);
        }
        changed.raise();
    }

    /** Queues a message like {@link #post}, but blocks while {@value #PATIENT_MESSAGES} messages or more are queued. */
    public void postOrWait(M message) throws InterruptedException {
        changed.await(() -> closed || size() < PATIENT_MESSAGES, Long.MAX_VALUE);
        post(message);
    }

    /**
     * Blocks until the peer has acknowledged all messages, or the queue is closed.
     *
     * @return false if {@code timeoutNanos} passed before that
     */
    public boolean flush(long timeoutNanos) throws InterruptedException {
        return changed.await(() -> closed || idle(), timeoutNanos);
    }

    /** Drops the messages that were not sent, and ends the thread. Does not wait. */
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
            // An interrupt is ignored here. The method close interrupts too, but also sets closed; an application
            // in this process may interrupt any thread.
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
