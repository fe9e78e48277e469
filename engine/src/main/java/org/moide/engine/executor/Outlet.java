package org.moide.engine.executor;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.system.Loop;
import org.moide.engine.bag.OwnBag;
import org.moide.engine.compute.Voice;

/**
 * Sends answers to calls from an engine to the program, in batches unless a caller may be waiting. Compute threads send
 * them; the outlet's own thread does so when all compute threads are in long calls.
 *
 * <p>Concurrency: any thread. {@code buffer} is guarded by itself. A thread that takes answers from it is in
 * {@code sending} until they are sent, so that {@link #flush} returns after all earlier answers are sent;
 * {@code sending} is entered first.
 */
final class Outlet {
    /** Size of a batch that is sent at once, small compared with the limit of a remote call. */
    private static final int PART_BYTES = 64 << 10;

    /** Longest time that an answer waits for others. It is not noticeable, and some hundred answers share a message. */
    private static final long PATIENCE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final Voice voice;
    private final Ticker ticker;
    private final Signal changed;
    private final Thread thread;
    private final Turn sending;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private volatile boolean pending; // whether buffer is not empty; written with its lock held
    private volatile boolean closed;
    private final AtomicLong pieced = new AtomicLong();

    Outlet(OwnBag.Means means) {
        this.voice = means.voice();
        this.ticker = means.around().ticker();
        this.changed = means.around().signals().create();
        this.sending = new Turn(means.around().signals().create());
        this.thread = means.around().threads().newThread(Loop.lasting(this::sayWhatIsLeft));
        this.thread.setName(means.role() + "-answers");
        this.thread.start();
    }

    /**
     * Sends an answer now or soon. Blocks while too many bytes are in transit.
     *
     * @param now whether a caller may be waiting for this answer
     */
    void add(long number, byte kind, byte[] bytes, boolean now) {
        if (bytes.length > PART_BYTES) {
            flushOrLeave(addPieces(number, kind, bytes), now);
        } else {
            addWhole(number, kind, bytes, now);
        }
    }

    /**
     * Leaves a short answer to this outlet's own thread, which sends it soon. Never blocks, so the control thread may call
     * it.
     */
    void leave(long number, byte kind, byte[] bytes) {
        if (put(number, kind, bytes)) {
            changed.raise();
        }
    }

    private void flushOrLeave(boolean first, boolean now) {
        if (now || size() >= PART_BYTES) {
            flush();
        } else if (first) {
            changed.raise();
        }
    }

    /** Sends bytes that are not divided, however many, now or soon. Blocks like {@link #add}. */
    void addWhole(long number, byte kind, byte[] bytes, boolean now) {
        flushOrLeave(put(number, kind, bytes), now);
    }

    private boolean addPieces(long number, byte kind, byte[] bytes) {
        byte pieces = kind == CallAnswer.SUBMITTED ? CallAnswer.SUBMITTED_PIECE : CallAnswer.PIECE;
        long id = pieced.incrementAndGet();
        ByteBuffer all =
                ByteBuffer.allocate(1 + bytes.length).put(kind).put(bytes).flip();
        while (all.remaining() > PART_BYTES) {
            put(number, pieces, piece(id, all));
            flush();
        }
        return put(number, pieces, piece(id, all));
    }

    private static byte[] piece(long id, ByteBuffer from) {
        int length = Math.min(PART_BYTES, from.remaining());
        ByteBuffer piece = ByteBuffer.allocate(CallAnswer.PIECE_HEAD_BYTES + length)
                .putLong(id)
                .putInt(from.limit())
                .put(from.slice().limit(length));
        from.position(from.position() + length);
        return piece.array();
    }

    private int size() {
        synchronized (buffer) {
            return buffer.size();
        }
    }

    private boolean put(long number, byte kind, byte[] bytes) {
        synchronized (buffer) {
            boolean first = !pending;
            buffer.writeBytes(CallAnswer.of(number, kind, bytes));
            pending = true;
            return first;
        }
    }

    /** Sends all answers that were added before. */
    void flush() {
        sending.enter();
        try {
            byte[] taken;
            synchronized (buffer) {
                if (!pending) {
                    return;
                }
                taken = buffer.toByteArray();
                buffer.reset();
                pending = false;
            }
            say(taken);
        } finally {
            sending.leave();
        }
    }

    /**
     * Sends answers, and repeats that if the program's code has interrupted the thread, because the batch has answers
     * of other calls.
     */
    private void say(byte[] answers) {
        while (true) {
            try {
                voice.deliver(answers);
                return;
            } catch (RunEndedException interrupted) {
                if (closed || !Thread.interrupted()) {
                    throw interrupted;
                }
            }
        }
    }

    void close() {
        closed = true;
        changed.raise();
    }

    private void sayWhatIsLeft() {
        try {
            while (!closed) {
                changed.sleep(() -> closed || pending, Long.MAX_VALUE);
                long since = ticker.nanoTime();
                changed.sleep(() -> closed || !pending, PATIENCE_NANOS - (ticker.nanoTime() - since));
                if (pending && !closed) {
                    flush();
                }
            }
        } catch (InterruptedException | RunEndedException over) {
            Thread.currentThread().interrupt();
        }
    }
}
