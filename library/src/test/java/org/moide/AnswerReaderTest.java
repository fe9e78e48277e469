package org.moide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.engine.Best;
import org.moide.engine.executor.CallAnswer;
import org.moide.engine.executor.CallLimits;

/** Tries what the child says of calls, as engines said it: also in pieces, twice, or as no child would. */
class AnswerReaderTest {
    private final List<String> notes = new ArrayList<>();
    private final CallEncoder codec =
            new CallEncoder(AnswerReaderTest.class.getClassLoader(), false, CallEncoder.StaticRule.ALLOWED, notes::add);
    private final Map<Long, RemoteCall<Object>> open = new HashMap<>();
    private final List<Long> neverBegan = new ArrayList<>();
    private final List<String> wantToBegin = new ArrayList<>();
    private final List<String> detached = new ArrayList<>();
    private final AnswerReader.Receiver receiver = new AnswerReader.Receiver() {
        @Override
        public @Nullable RemoteCall<?> open(long number) {
            return open.get(number);
        }

        @Override
        public void answered(RemoteCall<?> call) {
            open.remove(call.number());
        }

        @Override
        public void wantsToBegin(int seat, long number) {
            wantToBegin.add(seat + ":" + number);
        }

        @Override
        public void detached(int seat, long number, byte[] content) {
            detached.add(seat + ":" + number + ": " + content.length);
        }

        @Override
        public void givenUp(RemoteCall<?> call, String why) {
            call.threw(new IllegalStateException(call.name() + " " + why));
            answered(call);
        }

        @Override
        public void neverBegan(RemoteCall<?> call) {
            neverBegan.add(call.number());
        }
    };
    private final AnswerReader answers = new AnswerReader(codec, receiver);

    private final List<Runnable> toRead = new ArrayList<>();
    private final AnswerReader stepped = new AnswerReader(codec, receiver, toRead::add, () -> toRead.add(() -> {}));

    private void read() {
        List<Runnable> some = List.copyOf(toRead);
        toRead.clear();
        some.forEach(Runnable::run);
    }

    @AfterEach
    void close() {
        answers.close(() -> {});
    }

    private RemoteCall<Object> call(long number) {
        RemoteCall<Object> call = new RemoteCall<>(
                () -> "run here",
                AnswerReaderTest.class,
                CallLimits.NONE,
                new byte[0],
                null,
                done -> {},
                SpinThenParkSignal.factory(1).create());
        call.numbered(number, false);
        open.put(number, call);
        return call;
    }

    private static byte[] answer(long number, int kind, byte[] bytes) {
        return ByteBuffer.allocate(CallAnswer.HEAD_BYTES + bytes.length)
                .putLong(number)
                .put((byte) kind)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    private static byte[] piece(long number, long id, byte[] whole, int from, int to) {
        return answer(
                number,
                CallAnswer.PIECE,
                ByteBuffer.allocate(CallAnswer.PIECE_HEAD_BYTES + to - from)
                        .putLong(id)
                        .putInt(whole.length)
                        .put(whole, from, to - from)
                        .array());
    }

    private static byte[] frame(int seat, byte[]... all) {
        int bytes = Arrays.stream(all).mapToInt(one -> one.length).sum();
        ByteBuffer frame =
                ByteBuffer.allocate(2 * Integer.BYTES + bytes).putInt(seat).putInt(bytes);
        Arrays.stream(all).forEach(frame::put);
        return frame.array();
    }

    private byte[] encoded(Object value) {
        return codec.answers().encode(value);
    }

    @Test
    void shouldTellWhichEngineWantsToBeginACallAlsoIfItWasAnswered() {
        call(1);
        answers.frame(frame(7, answer(1, CallAnswer.BEGUN, new byte[0])));
        answers.frame(frame(8, answer(2, CallAnswer.BEGUN, new byte[0])));
        assertThat(wantToBegin).containsExactly("7:1", "8:2");
    }

    @Test
    void shouldTellOfDetachedCallsAlsoInPieces() {
        byte[] whole = new byte[40];
        whole[0] = CallAnswer.DETACHED;
        answers.frame(frame(7, answer(-1, CallAnswer.DETACHED, new byte[3]), piece(-2, 1, whole, 0, 20)));
        assertThat(detached).containsExactly("7:-1: 3");
        answers.frame(frame(7, piece(-2, 1, whole, 20, 40)));
        assertThat(detached).containsExactly("7:-1: 3", "7:-2: 39");
    }

    @Test
    void shouldCompleteEachOnce() throws Exception {
        RemoteCall<Object> one = call(1);
        RemoteCall<Object> two = call(2);
        byte[] both =
                frame(0, answer(1, CallAnswer.VALUE, encoded("a")), answer(2, CallAnswer.VALUE, encoded(List.of(2))));
        answers.frame(both);
        answers.frame(frame(1, answer(1, CallAnswer.VALUE, encoded("twice")))); // it ran again, for a lost engine

        assertThat(one.get()).isEqualTo("a");
        assertThat(two.get()).isEqualTo(List.of(2));
    }

    @Test
    void shouldPutPiecesTogetherApartForEachEngine() throws Exception {
        RemoteCall<Object> one = call(1);
        byte[] text = encoded("a text in three pieces");
        byte[] whole = ByteBuffer.allocate(1 + text.length)
                .put(CallAnswer.VALUE)
                .put(text)
                .array();
        answers.frame(frame(0, piece(1, 1, whole, 0, 5)));
        answers.frame(frame(1, piece(1, 1, whole, 0, 5), piece(1, 2, whole, 0, 7), piece(1, 1, whole, 5, 9)));
        answers.frame(frame(0, piece(1, 1, new byte[20], 5, 12))); // and is lost
        answers.frame(frame(1, piece(1, 1, whole, 9, whole.length)));

        assertThat(one.get()).isEqualTo("a text in three pieces");
    }

    @Test
    void shouldThrowInWordsWhatCannotBeRead() {
        RemoteCall<Object> one = call(1);
        byte[] trace = "org.example.Strange: no paper\n\tat org.example.Printer.print(Printer.java:12)\n"
                .getBytes(StandardCharsets.UTF_8);
        byte[] thrown = ByteBuffer.allocate(Integer.BYTES + trace.length + 1)
                .putInt(trace.length)
                .put(trace)
                .put((byte) 99)
                .array();
        answers.frame(frame(0, answer(1, CallAnswer.THROWN, thrown)));

        assertThatThrownBy(one::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .hasMessage("org.example.Strange: no paper")
                .satisfies(cause -> assertThat(cause.getStackTrace())
                        .containsExactly(new StackTraceElement("org.example.Printer", "print", "Printer.java", 12)));
    }

    @Test
    void shouldThrowForACallThatWasGivenUp() {
        RemoteCall<Object> one = call(1);
        answers.frame(frame(-1, answer(1, CallAnswer.GIVEN_UP, "was given up".getBytes(StandardCharsets.UTF_8))));

        assertThatThrownBy(one::get).cause().hasMessage("call 1, org.moide.AnswerReaderTest, was given up");
    }

    @Test
    void shouldHandOnWhatNeverBegan() {
        assertThat(call(3).isDone()).isFalse();
        answers.frame(frame(-1, answer(3, CallAnswer.NOT_BEGUN, new byte[0])));
        assertThat(neverBegan).containsExactly(3L);
    }

    @Test
    void shouldRefuseWhatIsNoAnswer() {
        assertThat(call(1).isDone()).isFalse();
        byte[] whole = frame(0, answer(1, CallAnswer.VALUE, encoded("a")));
        for (int length = 1; length < whole.length; length++) {
            byte[] broken = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> answers.frame(broken)).isInstanceOf(IllegalArgumentException.class);
        }
        byte[] negative = whole.clone();
        negative[4] = (byte) 0x80;
        assertThatThrownBy(() -> answers.frame(negative)).isInstanceOf(IllegalArgumentException.class);
        assertThat(open).hasSize(1);
    }

    /** A result for which there is no memory where it is read. */
    private record TooLarge(int size) implements Serializable {
        private Object readResolve() {
            throw new OutOfMemoryError("for " + size);
        }
    }

    @Test
    void shouldTellWhoeverWaitsOfAResultThatThereIsNoMemoryFor() {
        RemoteCall<Object> call = call(1);
        answers.frame(frame(0, answer(1, CallAnswer.VALUE, codec.answers().encode(new Object[] {new TooLarge(7)}))));
        assertThatThrownBy(() -> call.get(100, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseInstanceOf(OutOfMemoryError.class)
                .hasRootCauseMessage("for 7");
        RemoteCall<Object> next = call(2);
        answers.frame(frame(0, answer(2, CallAnswer.VALUE, codec.answers().encode(new ArrayList<>(List.of("next"))))));
        assertThat(next).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(List.of("next"));
    }

    @Test
    void shouldReadWhatCallsTheProgramsCodeApartFromTheThreadThatHears() {
        RemoteCall<Object> plain = call(1);
        RemoteCall<Object> other = call(2);
        RemoteCall<Object> lost = call(3);
        stepped.frame(frame(
                0,
                answer(1, CallAnswer.VALUE, encoded("a")),
                answer(2, CallAnswer.VALUE, encoded(new ArrayList<>(List.of(2)))),
                answer(3, CallAnswer.GIVEN_UP, "was given up".getBytes(StandardCharsets.UTF_8))));
        assertThat(plain.isDone()).isTrue();
        assertThat(other.isDone()).isFalse();
        assertThat(lost.isDone()).isFalse();
        assertThat(open).containsOnlyKeys(2L, 3L);
        read();
        assertThat(other.isDone()).isTrue();
        assertThat(lost.isDone()).isTrue();
        assertThat(open).isEmpty();
    }

    @Test
    void shouldCloseACallThatWasCancelledWhenItIsAnswered() {
        RemoteCall<Object> call = call(1);
        call.cancel(true);
        stepped.frame(frame(0, answer(1, CallAnswer.VALUE, encoded("a"))));
        assertThat(open).isEmpty();
        assertThat(call.isCancelled()).isTrue();
    }

    @Test
    void shouldPassNotesOnOnce() {
        byte[] note = answer(0, CallAnswer.NOTE, "words".getBytes(StandardCharsets.UTF_8));
        stepped.frame(frame(0, note, note));
        assertThat(notes).containsExactly("words");
    }

    @Test
    void shouldCompareABestValueApartFromTheThreadThatHears() {
        Best<Integer> best = codec.bests().make(-5, 100, Comparator.naturalOrder(), codec.answers(), this::encoded);
        stepped.frame(frame(0, answer(-5, CallAnswer.BEST, encoded(50))));
        assertThat(toRead).hasSize(1);
        assertThat(best.get()).isEqualTo(50);
        stepped.frame(frame(0, answer(-5, CallAnswer.BEST_ASKED, new byte[0])));
        assertThat(toRead).hasSize(2);
    }

    @Test
    void shouldRefuseADetachedCallThatIsNone() {
        assertThatThrownBy(() -> stepped.frame(frame(0, answer(-1, CallAnswer.VALUE, encoded("a")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a detached call, found an answer of kind " + CallAnswer.VALUE + " to a call -1");
    }

    private EachCall<Object> each(long number) {
        EachCall<Object> each = new EachCall<>(
                () -> "run here",
                AnswerReaderTest.class,
                new byte[0],
                done -> {},
                SpinThenParkSignal.factory(1).create());
        each.numbered(number, false);
        open.put(number, anyCall(each));
        return each;
    }

    @SuppressWarnings("unchecked") // only asked what it is
    private static RemoteCall<Object> anyCall(RemoteCall<?> each) {
        return (RemoteCall<Object>) each;
    }

    private static byte[] seats(int... seats) {
        ByteBuffer bytes = ByteBuffer.allocate(seats.length * Integer.BYTES);
        bytes.asIntBuffer().put(seats);
        return bytes.array();
    }

    @Test
    void shouldCollectWhatEachEngineSaysAndLeaveOutThoseThatAreLostOrHaveNotBegun() throws Exception {
        EachCall<Object> each = each(1);
        stepped.frame(frame(-1, answer(1, CallAnswer.ENGINES, seats(3, 4, 5))));
        stepped.frame(frame(3, answer(1, CallAnswer.VALUE, encoded("a"))));
        stepped.frame(frame(4, answer(1, CallAnswer.LOST, new byte[0])));
        assertThat(each.isDone()).isFalse();
        assertThat(open).hasSize(1);
        stepped.frame(frame(5, answer(1, CallAnswer.NOT_BEGUN, new byte[0])));
        assertThat(each.get()).containsExactly("a");
        assertThat(open).isEmpty();
        assertThat(neverBegan).isEmpty();
        each(2);
        stepped.frame(frame(-1, answer(2, CallAnswer.NOT_BEGUN, new byte[0])));
        assertThat(neverBegan).containsExactly(2L);
    }

    @Test
    void shouldForgetPiecesWhenAnotherRunBegins() {
        RemoteCall<Object> one = call(1);
        byte[] text = encoded("a text in two pieces");
        byte[] whole = ByteBuffer.allocate(1 + text.length)
                .put(CallAnswer.VALUE)
                .put(text)
                .array();
        List<String> ran = new ArrayList<>();
        stepped.frame(frame(0, piece(1, 1, whole, 0, 5)));
        stepped.afterwards(() -> ran.add("next"));
        read();
        stepped.frame(frame(0, piece(1, 1, whole, 5, whole.length)));
        assertThat(one.isDone()).isFalse();
        stepped.close(() -> ran.add("last"));
        read();
        assertThat(ran).containsExactly("next", "last");
    }
}
