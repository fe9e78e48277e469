package org.moide.commlib.message.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommLib;
import org.moide.commlib.contract.ConditionSignal;
import org.moide.commlib.contract.DirectSystem;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.message.Acknowledgement;
import org.moide.commlib.message.Batch;
import org.moide.commlib.message.Chunk;
import org.moide.commlib.message.ChunkRequest;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.message.CommPorts;
import org.moide.commlib.message.Content;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.MessagePort;
import org.moide.commlib.message.Verdict;
import org.moide.commlib.message.endpoint.EngineComm;

/** Tests what engine 1 (ID 1) accepts from engine 0 (ID 0) and from a stranger; the test sends as both. */
final class ReceiveWindowTest {
    private static final long EPOCH = 5;
    private static final long INCARNATION = 100;

    private final EngineComm engine = new EngineComm(
            DirectSystem.registration(EPOCH, 1, 1, 1),
            1,
            peer -> {
                throw new AssertionError("engine 1 calls engine " + peer);
            },
            new CommPorts(
                    ConditionSignal::new,
                    System::nanoTime,
                    new StreamCodec(),
                    UnexpectedFaults::fail,
                    CommLimits.DEFAULT));
    private final MessagePort port = engine.inbound();
    private final CommLib receiver = engine.commLib(0);

    private static Envelope message(int tag, int value) {
        return new Envelope.Eager(0, 1, tag, Envelope.NO_NOTE, Content.BYTE, new byte[] {(byte) value});
    }

    private static Batch batch(long first, Envelope... envelopes) {
        return new Batch(EPOCH, 0, INCARNATION, first, Arrays.asList(envelopes));
    }

    private int received(int tag) {
        return receiver.receive(0, tag, byte[].class)[0];
    }

    @Test
    void shouldPutMessagesInOrderWhenTheyCome() {
        Acknowledgement answer = port.deliver(batch(1, message(0, 1), message(0, 2)));
        assertThat(answer).isEqualTo(new Acknowledgement(Verdict.ACCEPTED, 3, List.of(), ""));
        assertThat(received(0)).isEqualTo(1);
        assertThat(received(0)).isEqualTo(2);
    }

    @Test
    void shouldDropRepeatsWhenABatchComesAgain() {
        port.deliver(batch(1, message(0, 1), message(0, 2)));
        assertThat(port.deliver(batch(2, message(0, 2), message(0, 3))).nextSequence())
                .isEqualTo(4);
        assertThat(port.deliver(batch(1, message(0, 1))).nextSequence()).isEqualTo(4);
        port.deliver(batch(4, message(1, 9)));
        assertThat(List.of(received(0), received(0), received(0))).containsExactly(1, 2, 3);
        assertThat(received(1)).isEqualTo(9);
        assertThat(engine.repeatsDropped()).isEqualTo(2);
    }

    @Test
    void shouldTakeNothingButSayWhatItExpectsWhenThereIsAGap() {
        assertThat(port.deliver(batch(2, message(0, 2))).nextSequence()).isEqualTo(1);
        port.deliver(batch(1, message(0, 1)));
        assertThat(received(0)).isEqualTo(1);
    }

    @Test
    void shouldRefuseMessagesWhenTheyAreOfAnotherEpoch() {
        Batch earlier = new Batch(EPOCH - 1, 0, INCARNATION, 1, List.of(message(0, 7)));
        Acknowledgement over = port.deliver(earlier);
        assertThat(over.verdict()).isEqualTo(Verdict.OVER);
        assertThat(over.explanation()).isEqualTo("engine 1 is in epoch 5, 4 is over");
        Batch later = new Batch(EPOCH + 1, 0, INCARNATION, 1, List.of(message(0, 7)));
        assertThat(port.deliver(later).verdict()).isEqualTo(Verdict.NOT_YET);
        port.deliver(batch(1, message(0, 1)));
        assertThat(received(0)).as("what is of this epoch").isEqualTo(1);
    }

    @Test
    void shouldRefuseMessagesWhenTheirSenderIsAStranger() {
        for (Batch strange : List.of(
                new Batch(EPOCH, 0, INCARNATION - 1, 1, List.of(message(0, 7))),
                new Batch(EPOCH, 9, INCARNATION, 1, List.of(message(0, 7))),
                new Batch(EPOCH, 1, INCARNATION + 1, 1, List.of(message(0, 7))))) {
            assertThat(port.deliver(strange).verdict()).isEqualTo(Verdict.STRANGER);
        }
    }

    @Test
    void shouldRefuseMessagesWhenTheSenderIsLostOrTheRunHasEnded() {
        engine.memberLost(0, "the test says so");
        Acknowledgement lost = port.deliver(batch(1, message(0, 7)));
        assertThat(lost.verdict()).isEqualTo(Verdict.STRANGER);
        assertThat(lost.explanation()).contains("the test says so");
        engine.end("the test ended it");
        Acknowledgement ended = port.deliver(batch(1, message(0, 7)));
        assertThat(ended.verdict()).isEqualTo(Verdict.OVER);
        assertThat(ended.explanation()).contains("the test ended it");
    }

    @Test
    void shouldTakeNothingOfABatchWhenAnEnvelopeBelongsElsewhere() {
        Envelope elsewhere = new Envelope.Eager(0, 2, 0, Envelope.NO_NOTE, Content.BYTE, new byte[1]);
        Envelope forged = new Envelope.Eager(2, 1, 0, Envelope.NO_NOTE, Content.BYTE, new byte[1]);
        Envelope torn = new Envelope.Eager(0, 1, 0, Envelope.NO_NOTE, Content.INT, new byte[3]);
        for (Envelope bad : List.of(elsewhere, forged, torn)) {
            assertThatThrownBy(() -> port.deliver(batch(1, message(0, 7), bad)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        port.deliver(batch(1, message(0, 1)));
        assertThat(received(0)).isEqualTo(1);
    }

    @Test
    void shouldSayGoneWhenAChunkOfNothingIsAskedFor() {
        Chunk chunk = port.fetch(new ChunkRequest(EPOCH, 0, INCARNATION, 77, 0, 8));
        assertThat(chunk.verdict()).isEqualTo(Verdict.GONE);
        assertThat(chunk.bytes()).isEmpty();
    }

    @Test
    void shouldTellTheBacklogWhenMuchIsUnreceived() {
        long next = 1;
        Acknowledgement answer = port.deliver(batch(next++, message(0, 1)));
        assertThat(answer.backlogs()).isEmpty();
        for (int i = 0; i < 40; i++) {
            answer = port.deliver(
                    batch(next++, new Envelope.Eager(0, 1, 0, Envelope.NO_NOTE, Content.BYTE, new byte[64 << 10])));
        }
        assertThat(answer.backlogs())
                .containsExactly(new Acknowledgement.Backlog(0, 1, 40 * (64 << 10) + 1 + 41 * Envelope.FRAME_BYTES));
    }
}
