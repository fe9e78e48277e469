package org.moide.commlib.message.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.moide.commlib.Slice;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.Content;
import org.moide.commlib.message.Destination;
import org.moide.commlib.message.Elements;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.SpareArrays;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

/** Tests when the byte array of a received message may be reused for another one. */
class ArrivedTest {
    private final SpareArrays arrays = new SpareArrays();
    private final Endpoint receiver = new Endpoint(
            1, new SpinThenParkSignal(WaitPolicy.parkAtOnce()), new CommCounters(2, 0), System::nanoTime, 2);
    private final int[] sent = new int[300];

    @BeforeEach
    void fill() {
        for (int i = 0; i < sent.length; i++) {
            sent[i] = i * i;
        }
    }

    private Message.Arrived message(byte[] bytes, @Nullable SpareArrays theirs) {
        Envelope.Eager envelope = new Envelope.Eager(0, 1, 3, Envelope.NO_NOTE, Content.INT, bytes);
        return new Message.Arrived(envelope, new NoFetcher(), theirs);
    }

    @Test
    void shouldUseItAgainOnlyAfterItWasReceived() {
        byte[] bytes = Elements.encode(Slice.of(sent));
        Message.Arrived message = message(bytes, arrays);
        assertThat(arrays.take(bytes.length)).isNotSameAs(bytes);
        int[] received = new int[sent.length];
        message.into(Slice.of(received), receiver);
        assertThat(received).isEqualTo(sent);
        assertThat(arrays.take(bytes.length)).isSameAs(bytes);
    }

    @Test
    void shouldLeaveItToItsOwnerWhenThatIsAnother() {
        byte[] bytes = Elements.encode(Slice.of(sent));
        assertThat(message(bytes, null).value(receiver)).isEqualTo(sent);
        assertThat(arrays.take(bytes.length)).isNotSameAs(bytes);
    }

    /**
     * Receives a later message after one was saved for a checkpoint. The checkpoint may be written to disk while the
     * run goes on, so the saved bytes must not change.
     */
    @Test
    void shouldNotTouchWhatWasSavedWhenItIsUsedAgain() {
        byte[] bytes = Elements.encode(Slice.of(sent));
        Message.Arrived message = message(bytes, arrays);
        byte[] saved = message.saved(new NoCodec());
        assertThat(message.value(receiver)).isEqualTo(sent);
        Elements.encode(Slice.of(new int[sent.length]), arrays.take(bytes.length));
        int[] restored = new int[sent.length];
        Elements.decode(saved, Slice.of(restored), 0);
        assertThat(restored).isEqualTo(sent);
    }

    private static final class NoFetcher implements MessageFetcher {
        @Override
        public void pull(int sender, long messageId, Destination destination, Endpoint receiver) {
            throw new AssertionError("nothing is to be fetched");
        }

        @Override
        public void refuse(int sender, long messageId, String complaint, Endpoint receiver) {
            throw new AssertionError("nothing is refused");
        }

        @Override
        public Object decode(byte[] encoded, Endpoint receiver) {
            throw new AssertionError("there is no object");
        }
    }

    private static final class NoCodec implements ObjectCodec {
        @Override
        public byte[] encode(@Nullable Object value) {
            throw new AssertionError("there is no object");
        }

        @Override
        public Object decode(byte[] encoded) {
            throw new AssertionError("there is no object");
        }
    }
}
