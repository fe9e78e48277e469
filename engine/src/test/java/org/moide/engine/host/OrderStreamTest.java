package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.wire.CallValues;

@Tag("jdk")
final class OrderStreamTest {
    @Test
    void shouldReadWhatWasWritten() throws IOException {
        LaunchOrder order = Orders.order("print");
        LaunchOrder read = OrderStream.read(new ByteArrayInputStream(written(order)));
        assertThat(read).isEqualTo(order);
        assertThat(read.secret()).containsExactly(1, 2, 3);
    }

    @Test
    void shouldShowTheSecretNowhere() {
        assertThat(Orders.order("print").toString()).doesNotContain("secret").doesNotContain("1, 2, 3");
    }

    @Test
    void shouldSayWhenTheParentIsGone() throws IOException {
        byte[] bytes = written(Orders.order("print"));
        byte[] torn = Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> OrderStream.read(new ByteArrayInputStream(torn)))
                .isInstanceOf(EOFException.class);
    }

    @Test
    void shouldReadNothingButAnOrder() throws IOException {
        for (byte[] other : List.of(values("text"), values(PortRange.ANY), serialized(new Canary()), new byte[] {1})) {
            assertThatThrownBy(() -> OrderStream.read(new ByteArrayInputStream(framed(other))))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("expected a launch order on standard input, found ");
        }
        assertThat(Canary.sung()).isFalse();
        assertThatThrownBy(() -> OrderStream.read(new ByteArrayInputStream(new byte[] {127, 0, 0, 0})))
                .hasMessageContaining("not by hand");
    }

    private static byte[] written(LaunchOrder order) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OrderStream.write(bytes, order);
        return bytes.toByteArray();
    }

    private static byte[] values(Object value) throws IOException {
        return CallValues.encode(value)[0];
    }

    private static byte[] serialized(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static byte[] framed(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new DataOutputStream(bytes).writeInt(content.length);
        bytes.write(content);
        return bytes.toByteArray();
    }

    /** A class in one of MOIDE's packages that is not a part of an order, so the filter must refuse it. */
    private static final class Canary implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final java.util.concurrent.atomic.AtomicBoolean SUNG =
                new java.util.concurrent.atomic.AtomicBoolean();

        static boolean sung() {
            return SUNG.get();
        }

        private Object readResolve() {
            SUNG.set(true);
            return this;
        }
    }
}
