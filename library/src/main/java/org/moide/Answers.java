package org.moide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.engine.executor.Answer;
import org.moide.engine.loading.ProgramCodec;

/**
 * Reads what came of calls, and completes their futures. Plain values are read by the thread that hears the child;
 * others, which call the program's code while they are read, by a thread of their own, so that all goes on if that
 * takes long.
 *
 * <p>Concurrency: {@link #frame} is called by one thread, to which {@code pieces} belongs.
 */
final class Answers {
    private static final long IDLE_SECONDS = 10;

    private final CallBytes codec;
    private final Receiver receiver;
    private final Pieces pieces = new Pieces();
    private final ExecutorService readers;

    /** Whose calls they are. */
    interface Receiver {
        /** The call of this number; null if it was answered before. */
        @Nullable
        RemoteCall<?> open(long number);

        /** Its future is done. */
        void answered(RemoteCall<?> call);

        /** It was cancelled, and had not begun. */
        void neverBegan(RemoteCall<?> call);
    }

    Answers(CallBytes codec, Receiver receiver) {
        this.codec = codec;
        this.receiver = receiver;
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "moide-answers");
                    thread.setDaemon(true);
                    return thread;
                });
        one.allowCoreThreadTimeOut(true);
        this.readers = one;
    }

    /**
     * A frame of answers has come.
     *
     * @throws UncheckedIOException if it is none
     */
    void frame(byte[] payload) {
        ByteBuffer bytes = ByteBuffer.wrap(payload);
        while (bytes.hasRemaining()) {
            int seat = checked(bytes, Integer.BYTES).getInt();
            ByteBuffer of = slice(bytes);
            while (of.hasRemaining()) {
                long number = checked(of, Answer.HEAD_BYTES).getLong();
                byte kind = of.get();
                answer(seat, number, kind, slice(of));
            }
        }
    }

    private static ByteBuffer slice(ByteBuffer bytes) {
        int length = checked(bytes, Integer.BYTES).getInt();
        ByteBuffer slice = checked(bytes, length).slice().limit(length);
        bytes.position(bytes.position() + length);
        return slice;
    }

    static ByteBuffer checked(ByteBuffer bytes, int length) {
        if (length < 0 || bytes.remaining() < length) {
            throw new UncheckedIOException(
                    new IOException("expected " + length + " bytes of an answer, found " + bytes.remaining()));
        }
        return bytes;
    }

    private void answer(int seat, long number, byte kind, ByteBuffer part) {
        RemoteCall<?> call = receiver.open(number);
        if (call == null) {
            return; // it ran twice, since an engine was lost that had said so already
        }
        if (kind == Answer.PIECE) {
            ByteBuffer whole = pieces.add(seat, part);
            if (whole != null) {
                answer(call, whole.get(), array(whole));
            }
        } else {
            answer(call, kind, array(part));
        }
    }

    static byte[] array(ByteBuffer bytes) {
        byte[] array = new byte[bytes.remaining()];
        bytes.get(array);
        return array;
    }

    private void answer(RemoteCall<?> call, byte kind, byte[] bytes) {
        if (kind == Answer.NOT_BEGUN) {
            receiver.neverBegan(call);
        } else if (call.isDone()) {
            receiver.answered(call); // it was cancelled
        } else if (kind == Answer.VALUE && ProgramCodec.isPlain(bytes)) {
            complete(call, kind, bytes);
        } else {
            readers.execute(() -> complete(call, kind, bytes));
        }
    }

    private void complete(RemoteCall<?> call, byte kind, byte[] bytes) {
        try {
            if (kind == Answer.VALUE) {
                call.returned(codec.codec().decode(bytes));
            } else if (kind == Answer.GIVEN_UP) {
                call.threw(new RunFailedException(
                        call.name() + " " + new String(bytes, StandardCharsets.UTF_8), List.of(), null));
            } else {
                call.threw(thrown(bytes));
            }
        } catch (RuntimeException | Error unreadable) {
            call.threw(unreadable); // too large for the memory here, or its own code throws: whoever waits is told
        } finally {
            receiver.answered(call);
        }
    }

    private Throwable thrown(byte[] bytes) {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        String trace = new String(array(slice(all)), StandardCharsets.UTF_8);
        if (all.hasRemaining()) {
            try {
                if (codec.codec().decode(array(all)) instanceof Throwable thrown) {
                    return thrown;
                }
            } catch (CommException cannot) {
                // Then in words.
            }
        }
        return RemoteThrowable.of(trace);
    }

    /** What has come is read first, and then this is run; and no frames come until it has begun. */
    void afterwards(Runnable next) {
        readers.execute(() -> {
            pieces.clear();
            next.run();
        });
    }

    /** No more frames come; what has come is still read, and then this is run. */
    void close(Runnable last) {
        readers.execute(last);
        readers.shutdown();
    }
}
