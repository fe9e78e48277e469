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
 * Answers to calls on their way from an engine to the program, several at once as long as nobody waits for them. A
 * thread of its own sends them when the compute threads have become busy with something long.
 *
 * <p>Concurrency: any thread. {@code buffer} is guarded by itself. A thread that takes from it holds {@code sending}
 * until the answers are sent, so that {@link #flush} returns when all answers are sent that were added before; {@code
 * sending} is locked first.
 */
final class Outlet {
    /** The number of bytes that go at once: small beside a call between engines. */
    private static final int PART_BYTES = 64 << 10;

    /** The longest time that an answer waits for others: nobody notices it, and some hundred calls share a message. */
    private static final long PATIENCE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final Voice voice;
    private final Ticker ticker;
    private final Signal changed;
    private final Thread thread;
    private final Object sending = new Object();
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private volatile boolean pending; // whether buffer has something; changed under its lock
    private volatile boolean closed;
    private final AtomicLong pieced = new AtomicLong();

    Outlet(OwnBag.Means means) {
        this.voice = means.voice();
        this.ticker = means.around().ticker();
        this.changed = means.around().signals().create();
        this.thread = means.around().threads().newThread(Loop.lasting(this::sayWhatIsLeft));
        this.thread.setName(means.role() + "-answers");
        this.thread.start();
    }

    /**
     * Sends an answer now, or soon. Waits while much is on its way.
     *
     * @param now whether somebody may be waiting for this very answer
     */
    void add(long number, byte kind, byte[] bytes, boolean now) {
        boolean first = bytes.length > PART_BYTES ? addPieces(number, kind, bytes) : put(number, kind, bytes);
        if (now || size() >= PART_BYTES) {
            flush();
        } else if (first) {
            changed.raise();
        }
    }

    private boolean addPieces(long number, byte kind, byte[] bytes) {
        long id = pieced.incrementAndGet();
        ByteBuffer all =
                ByteBuffer.allocate(1 + bytes.length).put(kind).put(bytes).flip();
        while (all.remaining() > PART_BYTES) {
            put(number, CallAnswer.PIECE, piece(id, all));
            flush();
        }
        return put(number, CallAnswer.PIECE, piece(id, all));
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

    /**
     * Adds an answer to the buffer.
     *
     * @return whether the buffer was empty before
     */
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
        synchronized (sending) {
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
        }
    }

    /**
     * Sends answers, however often the program's code interrupts the thread: answers of other calls are among these.
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
