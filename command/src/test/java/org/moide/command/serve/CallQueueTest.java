package org.moide.command.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.pool.Discipline;
import org.moide.commlib.wire.ByteReader;
import org.moide.coordinator.run.results.CallRoutes;
import org.moide.engine.bag.ProgramCalls;
import org.moide.engine.control.EngineCommand.CancelCalls;
import org.moide.engine.executor.CallAnswer;
import org.moide.engine.executor.CallLimits;

/** Tests the queue in which an executor's calls wait between the program's messages and the run. */
final class CallQueueTest {
    private static final int LEAST = Integer.BYTES + Long.BYTES;

    private final CallQueue queue = new CallQueue();
    private final List<CancelCalls> told = new ArrayList<>();
    private final List<Long> ranAlone = new ArrayList<>();
    private final CallRoutes routes = new CallRoutes() {
        @Override
        public void cancel(CancelCalls calls) {
            told.add(calls);
        }

        @Override
        public void tell(int seat, byte[] news) {
            newsTo.computeIfAbsent(seat, first -> new ArrayList<>()).add(news);
        }

        @Override
        public Set<Integer> seats() {
            return seats;
        }

        @Override
        public void whenEngineGoes(IntConsumer told) {
            engineGoes = told;
        }

        @Override
        public boolean runAlone(byte[] call) {
            long number = ByteBuffer.wrap(call).getLong();
            return number != 9 && ranAlone.add(number);
        }

        @Override
        public void whenOwnEngineGoes(Runnable told) {
            ownEngineGoes = told;
        }

        @Override
        public void share(long id, byte[] encoded) {
            shared.put(id, encoded);
        }

        @Override
        public void unshare(long id) {
            shared.remove(id);
        }
    };
    private final Map<Integer, List<byte[]>> newsTo = new HashMap<>();
    private Set<Integer> seats = Set.of(3, 4, 5, 6);
    private IntConsumer engineGoes = seat -> {};
    private final Map<Long, byte[]> shared = new HashMap<>();
    private Runnable ownEngineGoes = () -> {};
    private int woken;

    private static byte[] calls(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * LEAST);
        for (long number : numbers) {
            bytes.putInt(Long.BYTES).putLong(number);
        }
        return bytes.array();
    }

    private static byte[] longs(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
        bytes.asLongBuffer().put(numbers);
        return bytes.array();
    }

    private void cancel(byte[] numbers) throws IOException {
        queue.cancel(new RunFrame(RunFrame.Kind.CANCEL_CALLS, 1, numbers).read(CallQueue::cancelled));
    }

    private List<Long> taken() {
        List<byte[]> taken = queue.take();
        return taken == null
                ? List.of(-1L)
                : taken.stream().map(call -> ByteBuffer.wrap(call).getLong()).toList();
    }

    /** Collects the messages that the queue sends until the run is over. */
    private void sendAll(List<byte[]> frames) throws InterruptedException {
        queue.sendsBy(frames::add);
        Thread closes = new Thread(queue::close, "closes");
        closes.start();
        queue.sendAll();
        closes.join();
    }

    @Test
    void shouldGiveTheRunWhatHasComeAndThenTheEnd() throws Exception {
        queue.wakes(() -> woken++);
        assertThat(queue.isReady()).isFalse();
        queue.add(calls(1, 2));
        queue.add(calls(3));
        assertThat(queue.isReady()).isTrue();
        assertThat(taken()).containsExactly(1L, 2L, 3L);
        assertThat(queue.isReady()).isFalse();
        assertThat(taken()).isEmpty();

        queue.add(calls(4));
        queue.end();
        assertThat(taken()).containsExactly(4L);
        assertThat(queue.isReady()).isTrue();
        assertThat(taken()).containsExactly(-1L);
        assertThat(woken).isEqualTo(4);
    }

    @Test
    void shouldGiveACallThatIsAloneToOthersWhenItsEngineGoes() throws Exception {
        queue.routes(routes);
        queue.addAlone(calls(4));
        queue.end();
        assertThat(taken()).isEmpty();
        ownEngineGoes.run();
        assertThat(taken()).containsExactly(4L);
        assertThat(taken()).containsExactly(-1L);
        ownEngineGoes.run();
        assertThat(taken()).containsExactly(-1L);
    }

    @Test
    void shouldPutSharedValuesTogetherAndKeepThemUntilTheRunIsThere() throws Exception {
        byte[] large = new byte[9 << 20];
        large[large.length - 1] = 7;
        List<byte[]> pieces = SharedPieces.of(-5, large);
        assertThat(pieces).hasSize(3);
        queue.shared().add(SharedPieces.of(-6, new byte[0]).get(0));
        queue.shared().add(pieces.get(0));
        queue.shared().add(pieces.get(0)); // again, as when a run takes the place of another
        queue.routes(routes);
        assertThat(shared).containsOnlyKeys(-6L);
        queue.shared().add(pieces.get(1));
        queue.shared().add(pieces.get(2));
        queue.shared().add(pieces.get(2));
        assertThat(shared.get(-5L)).isEqualTo(large);
        queue.shared().remove(-5);
        queue.shared().remove(-5);
        assertThat(shared).containsOnlyKeys(-6L);
    }

    @Test
    void shouldRefuseSharedValuesThatAreNone() throws Exception {
        byte[] head =
                ByteBuffer.allocate(16).putLong(-1).putInt(Integer.MAX_VALUE).array();
        byte[] applications = ByteBuffer.allocate(16).putLong(3).array();
        byte[] late = ByteBuffer.allocate(17).putLong(-2).putInt(9).putInt(8).array();
        byte[] longer = ByteBuffer.allocate(18).putLong(-3).putInt(1).array();
        for (byte[] wrong : List.of(new byte[3], head, applications, late, longer)) {
            assertThatThrownBy(() -> queue.shared().add(wrong)).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> new RunFrame(RunFrame.Kind.UNSHARE, 1, new byte[9]).read(ByteReader::getLong))
                .isInstanceOf(IOException.class);
        byte[] most = ByteBuffer.allocate(16).putLong(-4).putInt(200 << 20).array();
        queue.shared().add(most);
        byte[] more = ByteBuffer.allocate(16).putLong(-7).putInt(100 << 20).array();
        assertThatThrownBy(() -> queue.shared().add(more)).hasMessageContaining("more than");
    }

    @Test
    void shouldAnswerForCallsThatAreCancelledHereAndTellEnginesOfAll() throws Exception {
        List<byte[]> frames = new ArrayList<>();
        queue.routes(routes);
        queue.add(calls(1, 2, 3, 4));
        cancel(longs(1, 1, 1, 3, 9));
        sendAll(frames);

        assertThat(taken()).containsExactly(2L, 4L);
        assertThat(told).singleElement().satisfies(cancel -> {
            assertThat(cancel.numbers()).containsExactly(3, 9);
            assertThat(cancel.upTo()).isEqualTo(1);
            assertThat(cancel.interrupt()).isTrue();
        });
        ByteBuffer said = ByteBuffer.wrap(frames.get(0));
        assertThat(said.getInt()).isEqualTo(-1);
        assertThat(said.getInt()).isEqualTo(2 * CallAnswer.HEAD_BYTES);
        assertThat(said.getLong()).isEqualTo(1);
        assertThat(said.get()).isEqualTo(CallAnswer.NOT_BEGUN);
    }

    @Test
    void shouldRefuseWhatIsNoCall() {
        assertThatThrownBy(() -> queue.add(new byte[] {0, 0, 0, 99, 1}))
                .isInstanceOf(IOException.class)
                .hasMessage("expected a call within its frame, found one of 99 bytes");
        assertThatThrownBy(() -> queue.add(new byte[] {0, 0, 0, 7, 1, 2, 3, 4, 5, 6, 7}))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> queue.add(new byte[3])).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> cancel(new byte[17])).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> cancel(new byte[25])).isInstanceOf(IOException.class);
    }

    @Test
    void shouldPutSeveralAnswersIntoAFrame() throws Exception {
        List<byte[]> frames = new ArrayList<>();
        queue.delivered(0, new byte[3]);
        queue.delivered(7, new byte[5]);
        queue.delivered(7, new byte[300 << 10]);
        queue.delivered(7, new byte[1]);
        sendAll(frames);

        assertThat(frames.stream().map(frame -> frame.length)).containsExactly(3 + 5 + (300 << 10) + 3 * 8, 1 + 8);
    }

    @Test
    void shouldGiveACallThatIsAloneToTheEngineHereAndEndAfterItsAnswer() throws Exception {
        List<byte[]> frames = new ArrayList<>();
        queue.addAlone(calls(1)); // there is no engine yet
        assertThat(taken()).containsExactly(1L);
        queue.routes(routes);
        queue.sendsBy(frames::add);
        queue.addAlone(calls(9)); // its threads are busy
        assertThat(taken()).containsExactly(9L);

        queue.addAlone(calls(2));
        queue.end();
        assertThat(ranAlone).containsExactly(2L);
        assertThat(queue.isReady()).isFalse();
        assertThat(taken()).isEmpty();
        queue.delivered(0, ByteBuffer.allocate(CallAnswer.HEAD_BYTES).putLong(2).array());
        assertThat(frames).hasSize(1);
        assertThat(queue.isReady()).isTrue();
        assertThat(taken()).containsExactly(-1L);
    }

    @Test
    void shouldEndWithARunThatNeverBegan() throws Exception {
        queue.add(calls(1));
        cancel(longs(1, 1, 0));
        queue.close(); // no answer says that the call never began
        assertThat(taken()).isEmpty();
    }

    @Test
    void shouldTellAnEngineWhetherACallMayBegin() throws Exception {
        byte[] may = ByteBuffer.allocate(13).putInt(4).putLong(9).put((byte) 1).array();
        RunFrame frame = new RunFrame(RunFrame.Kind.MAY_BEGIN, 1, may);
        queue.mayBegin(frame.read(CallQueue.Beginning::read)); // before there are engines
        queue.routes(routes);
        queue.mayBegin(frame.read(CallQueue.Beginning::read));
        queue.mayBegin(new CallQueue.Beginning(4, 10, false));
        assertThat(newsTo(4))
                .containsExactly(
                        CallAnswer.of(9, CallAnswer.BEGUN, new byte[0]),
                        CallAnswer.of(10, CallAnswer.NOT_BEGUN, new byte[0]));
    }

    @Test
    void shouldRefuseCallsWithAPriorityWhereEnginesHaveNoOrder() throws Exception {
        byte[] ranked = new CallLimits(0, 0, 7, false).before(new byte[0]);
        byte[] frame = ByteBuffer.allocate(LEAST + ranked.length)
                .putInt(Long.BYTES + ranked.length)
                .putLong(2)
                .put(ranked)
                .array();
        queue.add(frame);
        assertThat(taken()).containsExactly(2L);
        queue.queuedIn(Discipline.FIFO_CEN);
        queue.add(calls(1));
        queue.add(frame);
        assertThat(taken()).containsExactly(1L);
        List<byte[]> frames = new ArrayList<>();
        sendAll(frames);
        assertThat(new String(frames.get(0), StandardCharsets.UTF_8))
                .contains("priority: expected --pool deques, found fifo_cen, which has no order");
    }

    @Test
    void shouldRefuseMoreBytesOfWaitingCallsThanTheMost() throws Exception {
        CallQueue small = new CallQueue(4 * Long.BYTES);
        small.routes(routes);
        small.add(calls(1, 2, 3, 4));
        small.cancel(new CancelCalls(new long[] {2}, -1, 1, true));
        small.add(calls(5));
        assertThatThrownBy(() -> small.add(calls(6)))
                .isInstanceOf(IOException.class)
                .hasMessage("expected at most 32 bytes of calls, found 40");
        assertThat(small.take()).hasSize(5);
        small.add(calls(7, 8, 9, 10));
    }

    @Test
    void shouldEndThoughACallThatWasAloneWentToTheOthers() throws Exception {
        queue.routes(routes);
        queue.addAlone(calls(9)); // the engine's threads are busy
        assertThat(taken()).containsExactly(9L);
        queue.end();
        assertThat(taken()).containsExactly(-1L);
        assertThatThrownBy(() -> queue.addAlone(new byte[9])).isInstanceOf(IOException.class);
    }

    @Test
    void shouldEndAfterTheLastPieceOfTheAnswerOfACallThatIsAlone() throws Exception {
        List<byte[]> frames = new ArrayList<>();
        queue.routes(routes);
        queue.sendsBy(frames::add);
        queue.wakes(() -> woken++);
        queue.addAlone(calls(2));
        queue.delivered(0, said(2, CallAnswer.PIECE, piece(7, 4))); // and its engine is lost
        ownEngineGoes.run();
        assertThat(taken()).containsExactly(2L);
        queue.addAlone(calls(3));
        queue.end();
        int before = woken;
        queue.delivered(0, said(3, CallAnswer.PIECE, piece(7, 4)));
        assertThat(queue.isReady()).isFalse();
        queue.delivered(0, said(3, CallAnswer.PIECE, piece(7, 3)));
        assertThat(queue.isReady()).isTrue();
        assertThat(woken).isEqualTo(before + 1);
        assertThat(taken()).containsExactly(-1L);
    }

    @Test
    void shouldSendTheAnswerOfACallThatIsAloneAfterThoseBeforeIt() throws Exception {
        List<byte[]> frames = new ArrayList<>();
        queue.routes(routes);
        queue.sendsBy(frames::add);
        queue.addAlone(calls(2));
        queue.delivered(7, said(1, CallAnswer.VALUE, (byte) 5));
        queue.delivered(0, said(2, CallAnswer.VALUE, (byte) 6));
        assertThat(frames).isEmpty();
        sendAll(frames);
        assertThat(frames).hasSize(1);
        assertThat(ByteBuffer.wrap(frames.get(0)).getInt()).isEqualTo(7);
    }

    @Test
    void shouldCloseWhenAllAnswersAreSent() throws Exception {
        List<byte[]> frames = new ArrayList<>();
        queue.sendsBy(frames::add);
        queue.delivered(0, said(1, CallAnswer.VALUE, (byte) 5));
        Thread closes = new Thread(queue::close, "closes");
        closes.start();
        while (closes.getState() != Thread.State.WAITING) {
            assertThat(closes.isAlive()).as("waits for the answer").isTrue();
            Thread.onSpinWait();
        }
        queue.sendAll();
        closes.join();
        assertThat(frames).hasSize(1);
    }

    // --- calls that engines give to others

    private static byte[] said(long number, byte kind, byte... content) {
        return CallAnswer.of(number, kind, content);
    }

    private static byte[] count(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private List<byte[]> newsTo(int seat) {
        List<byte[]> news = newsTo.remove(seat);
        return news == null ? List.of() : news;
    }

    /** Lets an engine give a call to another that has room; returns the call's number. */
    private long given(int from, long number, int to) {
        queue.delivered(to, said(0, CallAnswer.HUNGRY, count(1)));
        queue.delivered(from, said(number, CallAnswer.SUBMITTED, (byte) 42));
        List<byte[]> news = newsTo(to);
        ByteBuffer call = ByteBuffer.wrap(news.get(news.size() - 1));
        long own = call.getLong();
        assertThat(own).isGreaterThanOrEqualTo(ProgramCalls.FIRST_GIVEN);
        assertThat(news.get(news.size() - 1)).isEqualTo(said(own, CallAnswer.RUN, (byte) 42));
        return own;
    }

    @Test
    void shouldAskEnginesForRoomWhenOneOffersCallsAndThatOneForCallsWhenThereIsRoom() {
        queue.routes(routes);
        queue.delivered(3, said(0, CallAnswer.OFFERED));
        for (int seat : seats) {
            assertThat(newsTo(seat)).containsExactly(said(0, CallAnswer.ASKED));
        }
        queue.delivered(4, said(0, CallAnswer.HUNGRY, count(2)));
        assertThat(newsTo(3)).containsExactly(said(0, CallAnswer.WANTED, count(2)));
        queue.delivered(3, said(0, CallAnswer.OFFERED));
        assertThat(newsTo(4)).as("it has told of its room").isEmpty();
        assertThat(newsTo(5)).as("it may not have been ready").containsExactly(said(0, CallAnswer.ASKED));
    }

    @Test
    void shouldNotAskAnEngineForCallsIfOnlyThatOneHasRoom() {
        queue.routes(routes);
        queue.delivered(3, said(0, CallAnswer.HUNGRY, count(2)));
        queue.delivered(3, said(0, CallAnswer.OFFERED));
        assertThat(newsTo(3)).isEmpty();
        queue.delivered(4, said(0, CallAnswer.HUNGRY, count(1)));
        assertThat(newsTo(3)).containsExactly(said(0, CallAnswer.WANTED, count(1)));
    }

    @Test
    void shouldAskNobodyForCallsWhenTheRoomIsTaken() {
        queue.routes(routes);
        queue.delivered(4, said(0, CallAnswer.HUNGRY, count(1)));
        queue.delivered(4, said(0, CallAnswer.HUNGRY, count(0)));
        queue.delivered(3, said(0, CallAnswer.OFFERED));
        assertThat(newsTo(3)).as("neither room nor a question about it").containsExactly(said(0, CallAnswer.ASKED));
        queue.delivered(4, said(0, CallAnswer.HUNGRY, count(1)));
        assertThat(newsTo(3)).containsExactly(said(0, CallAnswer.WANTED, count(1)));
    }

    @Test
    void shouldAskNobodyIfThereIsOnlyOneEngine() {
        seats = Set.of(3);
        queue.routes(routes);
        queue.delivered(3, said(0, CallAnswer.OFFERED));
        assertThat(newsTo).isEmpty();
    }

    @Test
    void shouldTellTheAnswerOfAGivenCallToItsEngineAlone() {
        queue.routes(routes);
        long first = given(3, 1, 5);
        long second = given(4, 1, 5);
        queue.delivered(5, said(second, CallAnswer.BEGUN));
        queue.delivered(5, said(second, CallAnswer.VALUE, (byte) 7));
        queue.delivered(5, said(first, CallAnswer.THROWN));
        queue.delivered(5, said(second, CallAnswer.VALUE, (byte) 7)); // once more
        assertThat(newsTo(4)).containsExactly(said(1, CallAnswer.BEGUN), said(1, CallAnswer.VALUE, (byte) 7));
        assertThat(newsTo(3)).containsExactly(said(1, CallAnswer.THROWN));
    }

    @Test
    void shouldGiveUpAGivenCallAfterAsManyDeathsAsItHasTries() {
        queue.routes(routes);
        queue.delivered(5, said(0, CallAnswer.HUNGRY, count(1)));
        byte[] call = CallLimits.NONE.tries(1).before(new byte[] {42});
        queue.delivered(3, said(1, CallAnswer.SUBMITTED, call));
        long number = ByteBuffer.wrap(newsTo(5).get(0)).getLong();
        queue.delivered(5, said(number, CallAnswer.BEGUN));
        engineGoes.accept(5);
        byte[] why = "was running in 1 engine when it ended".getBytes(StandardCharsets.UTF_8);
        assertThat(newsTo(3))
                .containsExactly(
                        said(1, CallAnswer.BEGUN), said(1, CallAnswer.LOST), said(1, CallAnswer.GIVEN_UP, why));
    }

    @Test
    void shouldGiveTheCallOfAnEngineThatIsLostToAnotherAndGiveItUpAfterThreeDeaths() {
        queue.routes(routes);
        long number = given(3, 1, 5);
        queue.delivered(5, said(number, CallAnswer.BEGUN));
        engineGoes.accept(5);
        queue.delivered(5, said(number, CallAnswer.VALUE, (byte) 6)); // late
        assertThat(newsTo(3)).containsExactly(said(1, CallAnswer.BEGUN), said(1, CallAnswer.LOST));
        for (int death = 2; death <= 3; death++) {
            queue.delivered(4, said(0, CallAnswer.HUNGRY, count(1)));
            assertThat(newsTo(4)).containsExactly(said(number, CallAnswer.RUN, (byte) 42));
            queue.delivered(4, said(number, CallAnswer.BEGUN));
            newsTo(3);
            engineGoes.accept(4);
        }
        byte[] why = "was running in 3 engines when they ended".getBytes(StandardCharsets.UTF_8);
        assertThat(newsTo(3)).containsExactly(said(1, CallAnswer.LOST), said(1, CallAnswer.GIVEN_UP, why));
    }

    /** A piece of the long call 1, 2, 3 that an engine gives with the number 1. */
    private static byte[] submittedPiece(byte... bytes) {
        ByteBuffer content = ByteBuffer.allocate(CallAnswer.PIECE_HEAD_BYTES + bytes.length);
        return said(
                1,
                CallAnswer.SUBMITTED_PIECE,
                content.putLong(7).putInt(4).put(bytes).array());
    }

    @Test
    void shouldPutALongCallTogetherThatAnEngineGivesInPieces() throws Exception {
        queue.routes(routes);
        queue.delivered(5, said(0, CallAnswer.HUNGRY, count(1)));
        queue.delivered(3, submittedPiece(CallAnswer.SUBMITTED, (byte) 1));
        queue.delivered(
                4, submittedPiece(CallAnswer.SUBMITTED, (byte) 9)); // that engine is lost before it has sent the rest
        engineGoes.accept(4);
        queue.delivered(4, submittedPiece((byte) 8, (byte) 8));
        assertThat(newsTo(5)).isEmpty();
        queue.delivered(3, submittedPiece((byte) 2, (byte) 3));
        assertThat(newsTo(5))
                .containsExactly(said(ProgramCalls.FIRST_GIVEN, CallAnswer.RUN, (byte) 1, (byte) 2, (byte) 3));
        List<byte[]> frames = new ArrayList<>();
        sendAll(frames);
        assertThat(frames).as("the program has a call with this number too").isEmpty();
    }

    @Test
    void shouldForgetTheCallsThatALostEngineGave() {
        queue.routes(routes);
        long number = given(3, 1, 5);
        engineGoes.accept(3);
        queue.delivered(5, said(number, CallAnswer.VALUE, (byte) 7));
        assertThat(newsTo(3)).isEmpty();
    }

    @Test
    void shouldCancelAGivenCallThatIsNotWantedAnyMore() {
        queue.routes(routes);
        long number = given(3, 9, 4);
        queue.delivered(3, said(9, CallAnswer.UNWANTED, (byte) 1));
        assertThat(told).hasSize(1);
        assertThat(told.get(0).numbers()).containsExactly(number);
        assertThat(told.get(0).interrupt()).isTrue();
        assertThat(told.get(0).upTo()).isNegative();
        assertThat(told.get(0).lowest()).isGreaterThanOrEqualTo(ProgramCalls.FIRST_GIVEN);
        queue.delivered(4, said(number, CallAnswer.NOT_BEGUN));
        assertThat(newsTo(3)).isEmpty();
    }

    @Test
    void shouldRememberAGivenCallThatWasCancelledUntilItIsAnswered() {
        queue.routes(routes);
        long first = given(3, 9, 4);
        long second = given(3, 10, 4);
        queue.delivered(3, said(9, CallAnswer.UNWANTED, (byte) 1));
        queue.delivered(3, said(10, CallAnswer.UNWANTED, (byte) 1));
        assertThat(told.get(1).lowest()).as("the first may not have begun").isEqualTo(first);
        queue.delivered(4, said(first, CallAnswer.NOT_BEGUN));
        given(3, 11, 4);
        queue.delivered(3, said(11, CallAnswer.UNWANTED, (byte) 1));
        assertThat(told.get(2).lowest()).isEqualTo(second);
    }

    @Test
    void shouldCancelTheCallsThatALostEngineGave() {
        queue.routes(routes);
        long number = given(3, 1, 5);
        engineGoes.accept(3);
        assertThat(told).hasSize(1);
        assertThat(told.get(0).numbers()).containsExactly(number);
        assertThat(told.get(0).interrupt()).isTrue();
    }

    @Test
    void shouldLeaveTheRestOfAMessageToTheProgram() {
        queue.routes(routes);
        List<byte[]> frames = new ArrayList<>();
        queue.sendsBy(frames::add);
        byte[] one = said(1, CallAnswer.VALUE, (byte) 5);
        byte[] offer = said(0, CallAnswer.OFFERED);
        byte[] two = said(2, CallAnswer.VALUE, (byte) 6);
        ByteBuffer all = ByteBuffer.allocate(one.length + offer.length + two.length);
        queue.delivered(3, all.put(one).put(offer).put(two).array());
        new Thread(queue::close).start(); // ends sendAll when all is sent
        queue.sendAll();
        ByteBuffer frame = ByteBuffer.wrap(frames.get(0));
        assertThat(frame.getInt()).isEqualTo(3);
        byte[] rest = new byte[frame.getInt()];
        frame.get(rest);
        assertThat(rest)
                .isEqualTo(ByteBuffer.allocate(one.length + two.length)
                        .put(one)
                        .put(two)
                        .array());
    }

    @Test
    void shouldPassImprovementsOnToTheProgramAndAllOtherEngines() throws Exception {
        queue.routes(routes);
        List<byte[]> frames = new ArrayList<>();
        byte[] improvement = CallAnswer.of(-5, CallAnswer.BEST, new byte[] {1});
        byte[] askedProgram = CallAnswer.of(-5, CallAnswer.BEST_ASKED, new byte[0]);
        byte[] askedEngine = CallAnswer.of(5, CallAnswer.BEST_ASKED, new byte[0]);
        queue.delivered(3, improvement);
        queue.delivered(3, askedProgram);
        queue.delivered(6, askedEngine);
        assertThat(newsTo).containsOnlyKeys(3, 4, 5, 6);
        assertThat(newsTo.get(3)).containsExactly(askedEngine);
        assertThat(newsTo.get(4)).containsExactly(improvement, askedEngine);
        assertThat(newsTo.get(6)).containsExactly(improvement);
        sendAll(frames);
        ByteBuffer said = ByteBuffer.wrap(frames.get(0));
        assertThat(said.getInt()).isEqualTo(3);
        byte[] first = new byte[said.getInt()];
        said.get(first);
        assertThat(first).isEqualTo(improvement);

        newsTo.clear();
        queue.improve(ByteBuffer.allocate(9).putLong(-5).put((byte) 1).array());
        assertThat(newsTo).containsOnlyKeys(3, 4, 5, 6);
        assertThat(newsTo.get(3)).containsExactly(improvement);
        assertThatThrownBy(() -> queue.improve(new byte[7]))
                .isInstanceOf(IOException.class)
                .hasMessage("expected an improvement of a best value, found 7 bytes");
    }

    private static byte[] piece(int total, int bytes) {
        return ByteBuffer.allocate(CallAnswer.PIECE_HEAD_BYTES + bytes)
                .putLong(1)
                .putInt(total)
                .array();
    }

    @Test
    void shouldForgetAGivenCallAfterTheLastPieceOfItsAnswer() {
        queue.routes(routes);
        long number = given(3, 1, 5);
        queue.delivered(5, said(number, CallAnswer.PIECE, piece(7, 4)));
        queue.delivered(5, said(number, CallAnswer.PIECE, piece(7, 3)));
        assertThat(newsTo(3)).hasSize(2);
        engineGoes.accept(5);
        assertThat(newsTo(3)).as("answered before the engine was lost").isEmpty();
    }

    // --- calls that run on each engine

    /** Returns the answers that were sent to the program, with the seats of the engines that they are of. */
    private Map<Integer, List<byte[]>> toProgram() throws InterruptedException {
        List<byte[]> frames = new ArrayList<>();
        sendAll(frames);
        Map<Integer, List<byte[]>> all = new HashMap<>();
        for (byte[] frame : frames) {
            ByteBuffer bytes = ByteBuffer.wrap(frame);
            while (bytes.hasRemaining()) {
                int seat = bytes.getInt();
                byte[] said = new byte[bytes.getInt()];
                bytes.get(said);
                all.computeIfAbsent(seat, first -> new ArrayList<>()).add(said);
            }
        }
        return all;
    }

    private long numberOnEach(int seat) {
        List<byte[]> news = newsTo(seat);
        assertThat(news).hasSize(1);
        long number = ByteBuffer.wrap(news.get(0)).getLong();
        assertThat(news).containsExactly(said(number, CallAnswer.RUN, (byte) 42));
        assertThat(number).isGreaterThanOrEqualTo(ProgramCalls.FIRST_GIVEN);
        return number;
    }

    @Test
    void shouldRunACallOnEachEngineAndPassTheAnswersOn() throws Exception {
        seats = Set.of(3, 4, 5);
        queue.addOnEach(ByteBuffer.allocate(9).putLong(11).put((byte) 42).array());
        queue.routes(routes);
        assertThat(newsTo).as("before the run has begun").isEmpty();
        queue.wakes(() -> {});
        long atThree = numberOnEach(3);
        long atFour = numberOnEach(4);
        numberOnEach(5);
        queue.delivered(3, said(atThree, CallAnswer.BEGUN));
        queue.delivered(3, said(atThree, CallAnswer.VALUE, (byte) 1));
        queue.delivered(3, said(atThree, CallAnswer.VALUE, (byte) 2)); // there was an answer
        queue.delivered(3, said(atFour, CallAnswer.VALUE, (byte) 3)); // it runs elsewhere
        queue.delivered(4, said(atFour, CallAnswer.PIECE, piece(7, 4)));
        queue.delivered(4, said(atFour, CallAnswer.PIECE, piece(7, 3)));
        engineGoes.accept(4);
        engineGoes.accept(5);
        byte[] where = ByteBuffer.allocate(3 * Integer.BYTES)
                .putInt(3)
                .putInt(4)
                .putInt(5)
                .array();
        Map<Integer, List<byte[]>> heard = toProgram();
        assertThat(heard).containsOnlyKeys(-1, 3, 4, 5);
        assertThat(heard.get(-1)).containsExactly(said(11, CallAnswer.ENGINES, where));
        assertThat(heard.get(3)).containsExactly(said(11, CallAnswer.VALUE, (byte) 1));
        assertThat(heard.get(4)).hasSize(2);
        assertThat(heard.get(5)).containsExactly(said(11, CallAnswer.LOST));
        assertThatThrownBy(() -> queue.addOnEach(new byte[7]))
                .isInstanceOf(IOException.class)
                .hasMessage("expected a call for each engine, found 7 bytes");
    }

    @Test
    void shouldCancelACallOnEachEngine() throws Exception {
        seats = Set.of(3, 4);
        queue.routes(routes);
        queue.addOnEach(ByteBuffer.allocate(9).putLong(10).put((byte) 42).array());
        cancel(longs(-1, 1, 1, 10)); // it was not given yet
        queue.wakes(() -> {});
        assertThat(newsTo).isEmpty();
        queue.addOnEach(ByteBuffer.allocate(9).putLong(11).put((byte) 42).array());
        List<Long> numbers = List.of(numberOnEach(3), numberOnEach(4));
        told.clear();
        cancel(longs(-1, 1, 1, 11));
        assertThat(told.stream()
                        .flatMapToLong(each -> LongStream.of(each.numbers()))
                        .boxed())
                .contains(11L)
                .containsAll(numbers);
        assertThat(toProgram().get(-1)).first().isEqualTo(said(10, CallAnswer.NOT_BEGUN));
    }
}
