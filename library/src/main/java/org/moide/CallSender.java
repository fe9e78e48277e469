package org.moide;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.command.serve.RunFrame;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.wire.ArrayWriter;

/**
 * Sends an executor's calls. One that comes alone is sent by whoever submits it, since nothing is quicker; those that
 * come one after the other are left to a thread, which sends what has come meanwhile in one frame.
 *
 * <p>Concurrency: any thread; all is guarded by this object. Whoever has set {@code writing} is the only one to write,
 * and does so without the lock.
 */
final class CallSender {
    private static final int FRAME_BYTES = 256 << 10;

    /** The first size: one call is shorter, mostly. */
    private static final int FIRST_BYTES = 256;

    /**
     * The time after the last call from which on a call is sent by the thread that submits it. Calls that come sooner are
     * left to the sending thread, which takes about this time to wake, and sends several together.
     */
    private static final long ALONE_NANOS = TimeUnit.MICROSECONDS.toNanos(15);

    /** The most bytes of a call that the submitting thread sends itself. A longer one would make it wait for the child. */
    private static final int MOST_ALONE_BYTES = 64 << 10;

    /**
     * The most bytes of calls that the child has: calls that wait here are dropped at once when they are cancelled, and
     * those that were sent only when an engine comes to them.
     */
    private static final long MOST_SENT_BYTES = 32L << 20;

    private static final byte[] NOTHING = {};
    private static final long NONE = -1; // calls are numbered from 1

    private final Consumer<RunFrame> child;
    private final Consumer<Throwable> broken;
    private final int run;
    private final Ticker ticker;
    private final Map<Long, RemoteCall<?>> waiting = new LinkedHashMap<>();
    private final NavigableMap<Long, RemoteCall<?>> ahead = new TreeMap<>(); // those with a priority, by their order
    private final Map<Long, RemoteCall<?>> sent = new HashMap<>(); // those that were not answered
    private long sentBytes;
    private final Owner owner;
    private final List<Long> cancelled = new ArrayList<>(); // and interrupted
    private final List<Long> unwanted = new ArrayList<>(); // and not interrupted
    private final List<RunFrame> orders = new ArrayList<>();
    private long cancelledUpTo = NONE;
    private long lastNanos;
    private boolean writing;
    private boolean asleep;
    private boolean ended;
    private boolean endSent;
    private boolean closed;

    /** The owner of calls, which is told what becomes of them. */
    interface Owner {
        /** Hears that a call was cancelled before it was sent, and is not sent. */
        void dropped(RemoteCall<?> call);

        /** The lowest number of a call that was not answered. */
        long lowest();
    }

    /**
     * Starts the thread.
     *
     * @param broken told of what went wrong when calls can be sent no more
     */
    CallSender(Consumer<RunFrame> child, Consumer<Throwable> broken, int run, Ticker ticker, Owner owner) {
        this.broken = broken;
        this.child = child;
        this.run = run;
        this.ticker = ticker;
        this.owner = owner;
        this.lastNanos = ticker.nanoTime() - ALONE_NANOS;
        Thread thread = new Thread(this::work, "moide-calls");
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends it, now or soon. */
    void add(RemoteCall<?> call) {
        synchronized (this) {
            addWaiting(call);
            long now = ticker.nanoTime();
            boolean alone = now - lastNanos >= ALONE_NANOS && call.length() <= MOST_ALONE_BYTES;
            lastNanos = now;
            if (writing || !alone) {
                wake();
                return;
            }
            writing = true;
        }
        writeSome();
    }

    private void addWaiting(RemoteCall<?> call) {
        if (call.order() == call.number()) {
            waiting.put(call.number(), call);
        } else {
            ahead.put(call.order(), call);
        }
    }

    private @Nullable RemoteCall<?> next() {
        if (!ahead.isEmpty()) {
            return ahead.firstEntry().getValue();
        }
        return waiting.isEmpty() ? null : waiting.values().iterator().next();
    }

    /** Removes a call that waits; returns false if it does not. */
    private boolean removeWaiting(RemoteCall<?> call) {
        return waiting.remove(call.number()) != null || ahead.remove(call.order()) != null;
    }

    private boolean isNoneWaiting() {
        return waiting.isEmpty() && ahead.isEmpty();
    }

    private void wake() {
        if (asleep && !writing) {
            asleep = false;
            notifyAll();
        }
    }

    /** Writes a frame at once, past the calls that wait to be sent; calls that are added later come after it. */
    void sendAtOnce(RunFrame.Kind kind, byte[] payload) {
        child.accept(new RunFrame(kind, run, payload));
    }

    /** Sends a frame soon, before what is cancelled later. */
    synchronized void order(RunFrame.Kind kind, byte[] payload) {
        orders.add(new RunFrame(kind, run, payload));
        wake();
    }

    /** Leaves a call to the sending thread, also one that was sent before. */
    synchronized void addSoon(RemoteCall<?> call) {
        if (sent.remove(call.number()) != null) {
            sentBytes -= call.length();
        }
        addWaiting(call);
        wake();
    }

    /** Sends the last of all when all calls are sent: there will be no more. */
    synchronized void end() {
        ended = true;
        wake();
    }

    /** A call is not wanted any more. */
    void cancel(RemoteCall<?> call, boolean interrupt) {
        boolean unsent;
        synchronized (this) {
            unsent = removeWaiting(call);
            if (!unsent) {
                (interrupt ? cancelled : unwanted).add(call.number());
                wake();
            }
        }
        if (unsent) {
            owner.dropped(call);
        }
    }

    /** A call is not open any more. */
    synchronized void answered(long number) {
        RemoteCall<?> call = sent.remove(number);
        if (call != null) {
            sentBytes -= call.length();
            if (!isNoneWaiting() || ended) {
                wake();
            }
        }
    }

    /** Cancels all calls that were sent, up to this number. */
    synchronized void cancelUpTo(long number) {
        cancelledUpTo = number;
        wake();
    }

    /** Takes back what was not sent. */
    synchronized List<RemoteCall<?>> takeBack() {
        List<RemoteCall<?>> unsent = new ArrayList<>(ahead.values());
        unsent.addAll(waiting.values());
        ahead.clear();
        waiting.clear();
        return unsent;
    }

    /** Returns the calls that were sent and not answered. */
    synchronized List<RemoteCall<?>> sent() {
        return List.copyOf(sent.values());
    }

    /** Closes: nothing is sent any more. */
    synchronized void close() {
        closed = true;
        wake();
    }

    private void work() {
        while (awaitWork()) {
            writeSome();
        }
    }

    private synchronized boolean awaitWork() {
        while (!closed && (writing || isIdle())) {
            asleep = true;
            try {
                wait();
            } catch (InterruptedException stray) {
                // No code of ours interrupts this thread: it ends by close.
            }
            asleep = false;
        }
        writing = !closed;
        return writing;
    }

    private boolean isIdle() {
        boolean mayEnd = ended && !endSent && isNoneWaiting() && sent.isEmpty();
        return !mayNextGo() && !mayEnd && !isAnyOrdered();
    }

    /** Returns whether there is a call that waits, and the child has room for it. */
    private boolean mayNextGo() {
        RemoteCall<?> next = next();
        return next != null && (sent.isEmpty() || sentBytes + next.length() <= MOST_SENT_BYTES);
    }

    private boolean isAnyOrdered() {
        return !orders.isEmpty() || !cancelled.isEmpty() || !unwanted.isEmpty() || cancelledUpTo != NONE;
    }

    private void writeSome() {
        try {
            writeThose();
        } catch (RuntimeException | Error fault) {
            close(); // what was sent is not known: all are sent again, by another
            broken.accept(fault);
        }
    }

    private void writeThose() {
        List<RemoteCall<?>> some = new ArrayList<>();
        List<RunFrame> frames = new ArrayList<>();
        boolean last;
        synchronized (this) {
            int bytes = 0;
            while (mayNextGo() && bytes < FRAME_BYTES) {
                RemoteCall<?> next = Objects.requireNonNull(next(), "it may go");
                removeWaiting(next);
                some.add(next);
                bytes += next.length();
                sent.put(next.number(), next);
                sentBytes += next.length();
            }
            // Calls that run may submit others, so the last of all comes when all are answered.
            last = ended && isNoneWaiting() && sent.isEmpty() && !endSent;
            endSent |= last;
            if (isAnyOrdered()) {
                addOrders(frames);
            }
        }
        write(some);
        frames.forEach(child);
        if (last) {
            child.accept(new RunFrame(RunFrame.Kind.NO_MORE_CALLS, run, NOTHING));
        }
        synchronized (this) {
            writing = false;
            lastNanos = ticker.nanoTime();
            if (closed || !isIdle()) {
                wake();
            }
        }
    }

    private void addOrders(List<RunFrame> frames) {
        frames.addAll(orders);
        orders.clear();
        if (!cancelled.isEmpty() || cancelledUpTo != NONE) {
            frames.add(cancel(cancelled, cancelledUpTo, true));
            cancelled.clear();
            cancelledUpTo = NONE;
        }
        if (!unwanted.isEmpty()) {
            frames.add(cancel(unwanted, NONE, false));
            unwanted.clear();
        }
    }

    private RunFrame cancel(List<Long> numbers, long upTo, boolean interrupt) {
        ByteBuffer payload = ByteBuffer.allocate((3 + numbers.size()) * Long.BYTES)
                .putLong(upTo)
                .putLong(owner.lowest())
                .putLong(interrupt ? 1 : 0);
        numbers.forEach(payload::putLong);
        return new RunFrame(RunFrame.Kind.CANCEL_CALLS, run, payload.array());
    }

    private void write(List<RemoteCall<?>> some) {
        ArrayWriter frame = new ArrayWriter(FIRST_BYTES);
        for (RemoteCall<?> call : some) {
            if (call.isCancelled()) {
                owner.dropped(call);
            } else if (call.isOnEach()) {
                child.accept(new RunFrame(RunFrame.Kind.CALL_ON_EACH, run, numbered(call)));
            } else {
                frame.room(Integer.BYTES + Long.BYTES)
                        .putInt(Long.BYTES + call.length())
                        .putLong(call.number());
                frame.put(call.bytes());
            }
        }
        if (frame.length() > 0) {
            boolean alone = some.size() == 1 && some.get(0).isAlone();
            child.accept(new RunFrame(alone ? RunFrame.Kind.CALL_ALONE : RunFrame.Kind.CALLS, run, frame.bytes()));
        }
    }

    private static byte[] numbered(RemoteCall<?> call) {
        return ByteBuffer.allocate(Long.BYTES + call.length())
                .putLong(call.number())
                .put(call.bytes())
                .array();
    }
}
