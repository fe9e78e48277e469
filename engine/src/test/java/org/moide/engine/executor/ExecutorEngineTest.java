package org.moide.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommException;
import org.moide.commlib.contract.StreamCodec;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskNow;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Utterance;
import org.moide.engine.core.EngineRig;

/** Tests an engine that runs single calls of a program. */
class ExecutorEngineTest {
    private static final long NONE = -1;
    private static final Semaphore BEGUN = new Semaphore(0);

    private final StreamCodec codec = new StreamCodec();
    private final EngineRig rig = new EngineRig(ExecutorBag::new);

    /** A call that waits, throws or returns something, as the word {@code what} says. */
    record Call(String what) implements Callable<Object>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public Object call() throws Exception {
            if (what.equals("wait")) {
                BEGUN.release();
                new CountDownLatch(1).await();
            }
            if (what.equals("throw")) {
                throw new Slow(what);
            }
            return what.equals("object") ? new Object() : what.equals("slow") ? new Slow(what) : what;
        }
    }

    /** An exception whose deserialization blocks until the thread is interrupted. */
    private static final class Slow extends Exception {
        private static final long serialVersionUID = 1L;

        Slow(String message) {
            super(message);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException told) {
                throw new InterruptedIOException();
            }
        }
    }

    @BeforeEach
    void start() throws Exception {
        rig.engine(3).start(1, 1, null, 3);
    }

    @AfterEach
    void close() {
        rig.close();
        assertThat(rig.faults).isEmpty();
    }

    private byte[] task(long number, Object call) {
        byte[] encoded = codec.encode(call);
        return ByteBuffer.allocate(Long.BYTES + encoded.length)
                .putLong(number)
                .put(encoded)
                .array();
    }

    /** Runs a call directly on the engine. Repeats the attempt until a thread waits for work. */
    private void run(long number, Object call) throws InterruptedException {
        run(3, number, call);
    }

    private void run(int seat, long number, Object call) throws InterruptedException {
        while (!rig.runAlone(seat, task(number, call))) {
            new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS);
        }
    }

    private ByteBuffer answer(long number, byte kind) throws InterruptedException {
        ByteBuffer bytes =
                ByteBuffer.wrap(Objects.requireNonNull(rig.answers.poll(100, TimeUnit.SECONDS), "an answer"));
        assertThat(bytes.getLong()).isEqualTo(number);
        assertThat(bytes.get()).isEqualTo(kind);
        assertThat(bytes.getInt()).isEqualTo(bytes.remaining());
        return bytes;
    }

    private String thrown(long number) throws InterruptedException {
        ByteBuffer bytes = answer(number, CallAnswer.THROWN);
        byte[] trace = new byte[bytes.getInt()];
        bytes.get(trace);
        return new String(trace, java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void shouldAnswerAtOnce() throws Exception {
        run(1, new Call("a"));
        ByteBuffer bytes = answer(1, CallAnswer.VALUE);
        byte[] value = new byte[bytes.remaining()];
        bytes.get(value);
        assertThat(codec.decode(value)).isEqualTo("a");
    }

    @Test
    void shouldSayWhatWasThrownAndGoOn() throws Exception {
        run(1, new Call("object"));
        assertThat(thrown(1)).contains("the call returned a java.lang.Object, which is not Serializable");
        run(2, "no call");
        assertThat(thrown(2)).contains("expected a Callable or a Runnable, found java.lang.String");
        run(3, new Call("b"));
        answer(3, CallAnswer.VALUE);
    }

    @Test
    void shouldInterruptACallThatIsCancelledAndTakeNoOtherMeanwhile() throws Exception {
        run(7, new Call("wait"));
        BEGUN.acquire();
        assertThat(rig.runAlone(3, task(8, new Call("a")))).isFalse();
        rig.tell(3, new EngineCommand.CancelCalls(new long[] {7}, NONE, 7, true));
        assertThat(thrown(7)).contains("InterruptedException");
        run(9, new Call("c"));
        answer(9, CallAnswer.VALUE);
    }

    @Test
    void shouldFailACallThatTakesTooLongAndGoOn() throws Exception {
        rig.tasks = TaskSettings.DEFAULT.limited(TimeUnit.MILLISECONDS.toNanos(300));
        rig.engine(4).start(1, 1, null, 4);
        run(4, 1, new Call("wait"));
        BEGUN.acquire();
        assertThat(thrown(1))
                .startsWith(
                        "java.util.concurrent.TimeoutException: the call took longer than 0.3 s (--task-time-limit)")
                .contains("Caused by: java.lang.InterruptedException", "Call.call");
        run(4, 2, new Call("c"));
        answer(2, CallAnswer.VALUE);
    }

    @Test
    void shouldFailACallWhoseAnswerIsReadForTooLongWhetherReturnedOrThrown() throws Exception {
        rig.tasks = TaskSettings.DEFAULT.limited(TimeUnit.MILLISECONDS.toNanos(300));
        rig.engine(4).start(1, 1, null, 4);
        run(4, 1, new Call("slow"));
        assertThat(cause(1)).isInstanceOf(CommException.class);
        run(4, 2, new Call("throw"));
        assertThat(cause(2)).as("is not sent").isNull();
        run(4, 3, new Call("c"));
        answer(3, CallAnswer.VALUE);
    }

    /** Returns the cause of the {@code TimeoutException} that the program gets. */
    private @Nullable Throwable cause(long number) throws InterruptedException {
        ByteBuffer bytes = answer(number, CallAnswer.THROWN);
        bytes.position(bytes.position() + Integer.BYTES + bytes.getInt(bytes.position()));
        byte[] object = new byte[bytes.remaining()];
        bytes.get(object);
        assertThat(codec.decode(object)).isInstanceOf(TimeoutException.class);
        return ((TimeoutException) Objects.requireNonNull(codec.decode(object))).getCause();
    }

    @Test
    void shouldNameACallThatRunsForLong() throws Exception {
        rig.ticker = () -> 10 * System.nanoTime();
        rig.engine(4).start(1, 2, null, 4);
        run(4, 1, new Call("wait"));
        BEGUN.acquire();
        TaskNow longest = rig.await(4, EngineReport.Beat.class, beat -> beat.longest() != null)
                .longest();
        assertThat(longest.nanos()).isBetween(TaskNow.LONG_NANOS, 100 * TaskNow.LONG_NANOS);
        assertThat(longest.name()).isEqualTo(Call.class.getName() + " (call 1)");
    }

    @Test
    void shouldNotBeginACallThatWasCancelledBefore() throws Exception {
        rig.tell(3, new EngineCommand.CancelCalls(new long[] {}, 5, 1, true));
        run(6, new Call("a")); // another thread carries out commands, and does so within a short time
        answer(6, CallAnswer.VALUE);
        byte kind = CallAnswer.VALUE;
        for (int tries = 0; kind == CallAnswer.VALUE && tries < 1_000; tries++) {
            run(5, new Call("b"));
            kind = Objects.requireNonNull(rig.answers.poll(100, TimeUnit.SECONDS), "an answer")[Long.BYTES];
        }
        assertThat(kind).isEqualTo(CallAnswer.NOT_BEGUN);
    }

    @Test
    void shouldBeginACallThatBeginsOnceOnlyIfTheProgramSaysSo() throws Exception {
        byte[] call = new CallLimits(0, 0, 0, true).before(codec.encode(new Call("a")));
        for (byte word : new byte[] {CallAnswer.NOT_BEGUN, CallAnswer.BEGUN}) {
            byte[] task = ByteBuffer.allocate(Long.BYTES + call.length)
                    .putLong(word)
                    .put(call)
                    .array();
            while (!rig.runAlone(3, task)) {
                new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS);
            }
            byte[] asks = CallAnswer.of(word, CallAnswer.BEGUN, new byte[0]);
            rig.await(
                    3,
                    EngineReport.Said.class,
                    said -> said.utterance() instanceof Utterance.Payload what && Arrays.equals(what.bytes(), asks));
            rig.tell(3, new EngineCommand.CallNews(CallAnswer.of(word, word, new byte[0])));
            answer(word, word == CallAnswer.BEGUN ? CallAnswer.VALUE : CallAnswer.NOT_BEGUN);
        }
    }
}
