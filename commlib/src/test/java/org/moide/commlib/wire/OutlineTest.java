package org.moide.commlib.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests outlines: values without the bytes of applications. */
class OutlineTest {
    private static final long ROOM = 1 << 20;

    /** A record that is not serializable; outlines accept it, calls do not. */
    @SuppressWarnings("ArrayRecordComponent") // no code compares the records
    record Message(int number, String text, byte[] payload, List<byte[]> many, Map<String, byte[]> named) {}

    private final OutlineWriter writer = new OutlineWriter(bytes -> bytes.length > 0 && bytes[0] == 7 ? 2 : 0);
    private final OutlineReader reader = new OutlineReader(OutlineTest.class.getClassLoader(), ROOM);

    private static byte[] joined(byte[][] pieces) {
        return new ByteReader(pieces).rest();
    }

    private Message again(Message message) throws Exception {
        return (Message) reader.read(joined(writer.outline(message)));
    }

    @Test
    void shouldKeepAllButTheBytes() throws Exception {
        Message message = new Message(
                3, "text", new byte[] {1, 2, 3}, List.of(new byte[] {7, 8, 9}, new byte[5]), Map.of("a", new byte[] {9
                }));
        for (int time = 0; time < 2; time++) {
            Message back = again(message);
            assertThat(back.number()).isEqualTo(3);
            assertThat(back.text()).isEqualTo("text");
            assertThat(back.payload()).isEqualTo(new byte[3]);
            assertThat(back.many().get(0)).as("the first bytes, which are kept").isEqualTo(new byte[] {7, 8, 0});
            assertThat(back.many().get(1)).isEqualTo(new byte[5]);
            assertThat(back.named().get("a")).isEqualTo(new byte[1]);
            assertThat(ValueShape.of(back)).isEqualTo(ValueShape.of(message));
        }
    }

    @Test
    void shouldNameEachClassOnceAndCountArraysOfOneLength() throws Exception {
        List<byte[]> tasks = new ArrayList<>();
        for (int task = 0; task < 10_000; task++) {
            tasks.add(new byte[task < 9_000 ? 20 : 21]);
        }
        Message message = new Message(1, "", new byte[0], tasks, Map.of());
        int first = joined(writer.outline(message)).length;
        byte[] second = joined(writer.outline(message));
        assertThat(second.length).isLessThan(first).isLessThan(100);
        reader.read(joined(new OutlineWriter(bytes -> 0).outline(message)));
        assertThat(((Message) reader.read(second)).many())
                .hasSize(10_000)
                .last()
                .isEqualTo(new byte[21]);
    }

    @Test
    void shouldTakeNoMoreMemoryThanThereIsRoomFor() throws Exception {
        byte[] large = joined(writer.outline(new Message(1, "", new byte[(int) ROOM + 1], List.of(), Map.of())));
        assertThatThrownBy(() -> reader.read(large))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("expected an array for which there is room");
        byte[] many = joined(writer.outline(
                new Message(1, "", new byte[0], Collections.nCopies((int) ROOM, new byte[0]), Map.of())));
        assertThatThrownBy(() -> new OutlineReader(OutlineTest.class.getClassLoader(), ROOM).read(many))
                .isInstanceOf(InvalidObjectException.class);
    }

    /**
     * Reads more values than fit in the limit together: only each value must fit. (The results of a long run are many
     * times larger than the memory of the process that examines them.)
     */
    @Test
    void shouldTakeRoomForEachValueOnly() throws Exception {
        for (int value = 0; value < 100; value++) {
            Message back = again(new Message(
                    1, "", new byte[(int) ROOM / 2], Collections.nCopies((int) ROOM / 16, new byte[9]), Map.of()));
            assertThat(back.payload()).hasSize((int) ROOM / 2);
            assertThat(back.many()).hasSize((int) ROOM / 16);
        }
        byte[][] others = new byte[2][];
        others[0] = joined(writer.outline(new Message(1, "", new byte[(int) ROOM / 2 - 100], List.of(), Map.of())));
        others[1] = joined(writer.outline(new Message(1, "", new byte[(int) ROOM / 2 - 99], List.of(), Map.of())));
        assertThatThrownBy(() -> {
                    reader.read(others[0]);
                    reader.read(others[1]);
                })
                .as("arrays of different lengths are kept")
                .isInstanceOf(InvalidObjectException.class);
    }

    @Test
    void shouldWriteListsWithAllTheirLengths() throws Exception {
        List<byte[]> tasks = new ArrayList<>();
        for (int task = 0; task < 100; task++) {
            tasks.add(new byte[task / 2]);
        }
        assertThat(again(new Message(1, "", new byte[0], tasks, Map.of())).many())
                .extracting(bytes -> bytes.length)
                .containsExactlyElementsOf(
                        tasks.stream().map(bytes -> bytes.length).toList());
    }

    @Test
    void shouldRefuseGarbageAndWhatIsNotOurs() throws Exception {
        byte[] good = joined(writer.outline(new Message(1, "text", new byte[9], List.of(new byte[3]), Map.of())));
        Random random = new Random(3);
        int refused = 0;
        for (int input = 0; input < 20_000; input++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            try {
                new OutlineReader(OutlineTest.class.getClassLoader(), ROOM).read(bad);
            } catch (InvalidObjectException | ClassNotFoundException expected) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(10_000);
        assertThatThrownBy(() -> writer.outline(new Object())).isInstanceOf(NotSerializableException.class);
    }

    /** Decodes an outline as a call, which must fail, since a call carries whole values only. */
    @Test
    void shouldNotBeTakenForACall() throws Exception {
        byte[][] outline = writer.outline(List.of(new byte[3]));
        assertThatThrownBy(() -> CallValues.decode(outline, OutlineTest.class.getClassLoader()))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessage("expected a whole value, found an outline");
    }

    @Test
    void shouldTellShapesApartByAllButTextsAndBytes() {
        Message one = new Message(1, "abc", new byte[3], List.of(), Map.of());
        assertThat(ValueShape.of(new Message(1, "xyz", new byte[] {1, 2, 3}, List.of(), Map.of())))
                .isEqualTo(ValueShape.of(one));
        assertThat(ValueShape.of(new Message(2, "abc", new byte[3], List.of(), Map.of())))
                .isNotEqualTo(ValueShape.of(one));
        assertThat(ValueShape.of(new Message(1, "abcd", new byte[3], List.of(), Map.of())))
                .isNotEqualTo(ValueShape.of(one));
        assertThat(ValueShape.of(new Message(1, "abc", new byte[3], List.of(new byte[0]), Map.of())))
                .isNotEqualTo(ValueShape.of(one));
        assertThat(ValueShape.of(List.of(1, 2))).isNotEqualTo(ValueShape.of(List.of(2, 1)));
        assertThat(ValueShape.of(new long[] {1})).isNotEqualTo(ValueShape.of(new long[] {2}));
    }
}
