package org.moide;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ByteReader;
import org.moide.engine.executor.AnswerPieces;
import org.moide.engine.executor.Bests;
import org.moide.engine.executor.CallAnswer;
import org.moide.engine.loading.ProgramCodec;

/**
 * Reads what came of calls, and completes their futures. Plain values are read by the thread that hears the child;
 * others, which call the program's code while they are read, by a thread of their own, so that all goes on if that
 * takes long.
 *
 * <p>Concurrency: {@link #frame} is called by one thread, to which {@code pieces} belongs.
 */
final class AnswerReader {
    private static final long IDLE_SECONDS = 10;

    private final CallEncoder codec;
    private final Receiver receiver;
    private final AnswerPieces pieces = new AnswerPieces();
    private final Executor readers;
    private final Runnable whenRead; // ends the readers

    /** The owner of calls, which is told what becomes of them. */
    interface Receiver {
        /** The call of this number; null if it was answered before. */
        @Nullable
        RemoteCall<?> open(long number);

        /** Hears that a call's future is done. */
        void answered(RemoteCall<?> call);

        /**
         * Hears that an engine is about to begin a call that may begin only once, and waits for word.
         *
         * @param seat the engine's number
         */
        void wantsToBegin(int seat, long number);

        /**
         * Hears that a call has detached another, and waits for word.
         *
         * @param seat the number of its engine
         * @param number the engine's own number of the detached call
         * @param content its name and the encoded call
         */
        void detached(int seat, long number, byte[] content);

        /** Hears that a call was given up; {@code why} follows its name. */
        void givenUp(RemoteCall<?> call, String why);

        /** Hears that a call was cancelled before it had begun. */
        void neverBegan(RemoteCall<?> call);
    }

    AnswerReader(CallEncoder codec, Receiver receiver) {
        this(codec, receiver, ownThread());
    }

    private AnswerReader(CallEncoder codec, Receiver receiver, ThreadPoolExecutor one) {
        this(codec, receiver, one, one::shutdown);
    }

    /** Creates a reader that reads by this executor, which runs one thing at a time; {@code whenRead} ends that one. */
    AnswerReader(CallEncoder codec, Receiver receiver, Executor readers, Runnable whenRead) {
        this.codec = codec;
        this.receiver = receiver;
        this.readers = readers;
        this.whenRead = whenRead;
    }

    private static ThreadPoolExecutor ownThread() {
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "moide-answers");
                    thread.setDaemon(true);
                    return thread;
                });
        one.allowCoreThreadTimeOut(true);
        return one;
    }

    /**
     * A frame of answers has come.
     *
     * @throws IllegalArgumentException if it is none
     */
    void frame(byte[] payload) {
        ByteReader bytes = new ByteReader(payload);
        while (bytes.remaining() > 0) {
            int seat = bytes.getInt();
            ByteReader of = bytes.part();
            while (of.remaining() > 0) {
                answer(seat, of.getLong(), of.get(), of.part());
            }
        }
    }

    private void answer(int seat, long number, byte kind, ByteReader part) {
        if (kind == CallAnswer.BEGUN) {
            receiver.wantsToBegin(seat, number);
            return;
        }
        if (kind == CallAnswer.BEST || kind == CallAnswer.BEST_ASKED) {
            best(number, kind, part);
            return;
        }
        if (kind == CallAnswer.NOTE) {
            String note = new String(part.rest(), StandardCharsets.UTF_8);
            codec.noteOnce(note, note);
            return;
        }
        if (number < 0) {
            detached(seat, number, kind, part);
            return;
        }
        RemoteCall<?> call = receiver.open(number);
        if (call == null) {
            return; // it ran twice, since an engine was lost that had said so already
        }
        if (kind == CallAnswer.PIECE) {
            ByteReader whole = pieces.add(seat, part);
            if (whole != null) {
                answer(seat, call, whole.get(), whole.rest());
            }
        } else {
            answer(seat, call, kind, part.rest());
        }
    }

    private void detached(int seat, long number, byte kind, ByteReader part) {
        if (kind == CallAnswer.DETACHED) {
            receiver.detached(seat, number, part.rest());
        } else if (kind == CallAnswer.PIECE) {
            ByteReader whole = pieces.add(seat, part);
            if (whole != null) {
                detached(seat, number, whole.get(), whole);
            }
        } else {
            throw new IllegalArgumentException(
                    "expected a detached call, found an answer of kind " + kind + " to a call " + number);
        }
    }

    /** Takes what an engine says of a best value; the program's code compares it on a thread of its own. */
    private void best(long number, byte kind, ByteReader part) {
        Bests bests = codec.bests();
        if (kind == CallAnswer.BEST) {
            bests.hear(number, part.rest());
        } else {
            bests.asked(number);
        }
        readers.execute(bests::tick);
    }

    private void answer(int seat, RemoteCall<?> call, byte kind, byte[] bytes) {
        if (kind == CallAnswer.NOT_BEGUN && !(call instanceof EachCall<?> && seat >= 0)) {
            receiver.neverBegan(call);
        } else if (call.isDone()) {
            receiver.answered(call); // it was cancelled
        } else if (kind == CallAnswer.GIVEN_UP) {
            String why = new String(bytes, StandardCharsets.UTF_8);
            readers.execute(() -> receiver.givenUp(call, why));
        } else if (call instanceof EachCall<?> each && kind != CallAnswer.VALUE && kind != CallAnswer.THROWN) {
            if (kind == CallAnswer.ENGINES) {
                each.runsOn(seats(new ByteReader(bytes)));
            } else {
                each.lost(seat);
            }
            if (each.isAnswered()) {
                receiver.answered(each);
            }
        } else if (kind == CallAnswer.VALUE && ProgramCodec.isPlain(bytes)) {
            complete(seat, call, kind, bytes);
        } else {
            readers.execute(() -> complete(seat, call, kind, bytes));
        }
    }

    private static Set<Integer> seats(ByteReader numbers) {
        Set<Integer> seats = new HashSet<>();
        while (numbers.remaining() > 0) {
            seats.add(numbers.getInt());
        }
        return seats;
    }

    private void complete(int seat, RemoteCall<?> call, byte kind, byte[] bytes) {
        try {
            if (kind == CallAnswer.VALUE) {
                call.returned(seat, codec.answers().decode(bytes));
            } else {
                call.threw(seat, CallAnswer.thrown(bytes, codec.answers(), RemoteThrowable::of));
            }
        } catch (RuntimeException | Error unreadable) {
            call.threw(
                    seat, unreadable); // too large for the memory here, or its own code throws: whoever waits is told
        } finally {
            if (call.isAnswered()) {
                receiver.answered(call);
            }
        }
    }

    /** Runs {@code next} once everything that has come is read; no frames come until it has begun. */
    void afterwards(Runnable next) {
        readers.execute(() -> {
            pieces.clear();
            next.run();
        });
    }

    /** Ends the reading: no more frames come. Frames that have come are still read, and then {@code last} is run. */
    void close(Runnable last) {
        readers.execute(last);
        whenRead.run();
    }
}
