package org.moide.commlib.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExtensibleRecordTest {
    /** A record after the skipped components; it shows whether its class is still named correctly. */
    record Plain(int number) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The older of two versions of one record. The two class names have the same length, so that one can replace the
     * other in the bytes.
     */
    record Older(int number, String text) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        Older {
            if (number < 0) {
                throw new IllegalArgumentException("expected a number from 0 on, found " + number);
            }
        }
    }

    record Newer(
            int number,
            String text,
            long count,
            boolean truth,
            String more,
            List<String> list,
            Set<String> set,
            Map<String, Integer> map,
            byte[] bytes,
            @Nullable Plain plain)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        static Newer of(byte[] bytes) {
            return new Newer(7, "seven", 8, true, "m", List.of("a"), Set.of("b"), Map.of("c", 1), bytes, new Plain(9));
        }
    }

    record Holder(List<Older> all, @Nullable Plain last) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }

    private static @Nullable Object decoded(byte[][] pieces) throws InvalidObjectException, ClassNotFoundException {
        return CallValues.decode(pieces, ExtensibleRecordTest.class.getClassLoader());
    }

    /** Returns the bytes of a record as the other version of MOIDE would have written them. */
    private static byte[] asOther(byte[] bytes, String name, String other) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.replace("$" + name, "$" + other).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(Object value) throws IOException {
        return CallValues.bytes(value);
    }

    @Test
    void shouldBringBackWhatWasSentByTheSameVersion() throws Exception {
        Newer sent = Newer.of(new byte[300_000]);
        Object[] twice = {sent, new Plain(1), sent, new Plain(2)};
        Object[] back = (Object[]) decoded(CallValues.encode(twice));
        assertThat(bytes(back)).isEqualTo(bytes(twice));
        assertThat(((Newer) back[2]).bytes()).isEqualTo(sent.bytes());
        assertThat(back[2]).extracting("plain", "more", "map").containsExactly(new Plain(9), "m", Map.of("c", 1));
    }

    @Test
    void shouldSkipWhatItDoesNotKnow() throws Exception {
        // The skipped components contain a class name and a long array, which must not be confused with later ones.
        Object[] sent = {Newer.of(new byte[100_000]), new Plain(3), new double[20_000], new Plain(4)};
        byte[] bytes = asOther(bytes(sent), "Newer", "Older");
        assertThat((Object[]) decoded(new byte[][] {bytes}))
                .usingRecursiveComparison()
                .isEqualTo(new Object[] {new Older(7, "seven"), new Plain(3), new double[20_000], new Plain(4)});
        CallBytes beside = CallValues.encodeBeside(sent);
        byte[][] pieces = {asOther(new ByteReader(beside.pieces()).rest(), "Newer", "Older")};
        List<Object> arrays = List.of(new double[20_000]);
        assertThat((Object[]) CallValues.decode(pieces, arrays, ExtensibleRecordTest.class.getClassLoader()))
                .hasSize(4)
                .startsWith(new Older(7, "seven"), new Plain(3))
                .endsWith(new Plain(4));
    }

    @Test
    void shouldSkipWhatLiesInNoClassHere() throws Exception {
        byte[] bytes = asOther(asOther(bytes(Newer.of(new byte[1])), "Newer", "Older"), "Plain", "Elsew");
        assertThat(decoded(new byte[][] {bytes})).isEqualTo(new Older(7, "seven"));
    }

    /** A family of records as an earlier version of MOIDE knows it. */
    sealed interface Family extends ExtensibleRecord {
        record Known(int number) implements Family {
            private static final long serialVersionUID = 1L;
        }

        record Added(Plain plain, byte[] bytes) implements Family {
            private static final long serialVersionUID = 1L;
        }

        record Unknown() implements Family, ExtensibleRecord.UnknownKind {
            private static final long serialVersionUID = 1L;
        }
    }

    @Test
    void shouldPutTheUnknownKindInThePlaceOfOneThatIsNotKnown() throws Exception {
        Family.Added added = new Family.Added(new Plain(1), new byte[9]);
        List<Object> sent = List.of(new Family.Known(1), added, new Family.Known(2), added, new Plain(3));
        byte[] bytes = asOther(bytes(sent), "Added", "Later");
        assertThat(decoded(new byte[][] {bytes}))
                .isEqualTo(List.of(
                        new Family.Known(1),
                        new Family.Unknown(),
                        new Family.Known(2),
                        new Family.Unknown(),
                        new Plain(3)));
        byte[] noFamily = asOther(bytes(new Older(7, "seven")), "Older", "Later");
        assertThatThrownBy(() -> decoded(new byte[][] {noFamily})).isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void shouldFindNothingInComponentsThatTheWriterDidNotKnow() throws Exception {
        byte[] bytes = asOther(bytes(new Older(7, "seven")), "Older", "Newer");
        assertThat(decoded(new byte[][] {bytes}))
                .usingRecursiveComparison()
                .isEqualTo(new Newer(7, "seven", 0, false, "", List.of(), Set.of(), Map.of(), new byte[0], null));
    }

    @Test
    void shouldReadRecordsInRecords() throws Exception {
        Holder sent = new Holder(List.of(new Older(1, "a"), new Older(2, "b")), new Plain(3));
        assertThat(decoded(CallValues.encode(sent))).isEqualTo(sent);
    }

    @Test
    void shouldRefuseWhatTheRecordRefuses() throws Exception {
        byte[] bytes = bytes(new Older(0x01020304, "seven"));
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\1\2\3\4");
        ByteBuffer.wrap(bytes).putInt(at, -1);
        assertThatThrownBy(() -> decoded(new byte[][] {bytes}))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("expected a number from 0 on, found -1");
    }

    /** Returns the position of the length in the bytes; the number of components follows it. */
    private static int lengthAt(byte[] bytes, Class<?> type) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(type.getName())
                + type.getName().length();
    }

    @Test
    void shouldMakeNothingOfALengthOrNumberThatItsBytesAreNotWorth() throws Exception {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] valid = bytes(new Older(7, "seven"));
        int at = lengthAt(valid, Older.class);
        int length = ByteBuffer.wrap(valid).getInt(at);
        assertThat(at + Integer.BYTES + length).isEqualTo(valid.length);
        for (int place : new int[] {at, at + Integer.BYTES}) {
            for (int claim : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 28, length + 1}) {
                byte[] bytes = valid.clone();
                ByteBuffer.wrap(bytes).putInt(place, claim);
                long before = threads.getCurrentThreadAllocatedBytes();
                assertThatThrownBy(() -> decoded(new byte[][] {bytes}))
                        .isInstanceOf(InvalidObjectException.class)
                        .hasMessageContaining("found " + claim);
                assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
            }
        }
    }

    @Test
    void shouldNotReadBeyondARecordsEnd() throws Exception {
        byte[] valid = bytes(new Object[] {new Older(7, "seven"), "tail"});
        int at = lengthAt(valid, Older.class);
        int length = ByteBuffer.wrap(valid).getInt(at);
        for (int shorter = 0; shorter < length; shorter++) {
            byte[] bytes = valid.clone();
            ByteBuffer.wrap(bytes).putInt(at, shorter);
            assertThatThrownBy(() -> decoded(new byte[][] {bytes})).isInstanceOf(InvalidObjectException.class);
        }
        byte[] fewer = valid.clone();
        ByteBuffer.wrap(fewer).putInt(at + Integer.BYTES, 1);
        assertThatThrownBy(() -> decoded(new byte[][] {fewer}))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("expected the end");
    }

    @Test
    void shouldRefuseOneFormInPlaceOfTheOther() throws Exception {
        byte[] extensible = bytes(new Older(7, "seven"));
        extensible[0] = Tag.RECORD.code();
        assertThatThrownBy(() -> decoded(new byte[][] {extensible}))
                .hasMessageContaining("expected the number of components of " + Older.class.getName());
        byte[] plain = bytes(new Plain(7));
        plain[0] = Tag.EXTENSIBLE.code();
        assertThatThrownBy(() -> decoded(new byte[][] {plain}))
                .hasMessageContaining("expected an extensible record, found " + Plain.class.getName());
    }

    record Nest(@Nullable Nest inner) implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void shouldRefuseRecordsThatAreNestedTooDeep() throws Exception {
        Nest nest = new Nest(null);
        for (int level = 1; level < 31; level++) {
            nest = new Nest(nest);
        }
        assertThat(decoded(CallValues.encode(nest))).isEqualTo(nest);
        Nest deeper = new Nest(new Nest(nest));
        assertThatThrownBy(() -> CallValues.encode(deeper)).hasMessageContaining("more than 32 deep");
        // Made by hand, since the writer makes no such bytes: each level contains the next one.
        byte[] bytes = bytes(new Nest(null));
        int head = bytes.length - 1;
        byte[] inner = bytes;
        for (int level = 0; level < 40; level++) {
            byte[] outer = Arrays.copyOf(bytes, head + inner.length);
            System.arraycopy(inner, 0, outer, head, inner.length);
            ByteBuffer.wrap(outer).putInt(head - 2 * Integer.BYTES, Integer.BYTES + inner.length);
            inner = outer;
        }
        byte[] tooDeep = inner;
        assertThatThrownBy(() -> decoded(new byte[][] {tooDeep})).hasMessageContaining("nested at most 32 deep");
    }

    @Test
    void shouldKeepOutlinesAsTheyAre() throws Exception {
        // Recordings are read by the version that wrote them, and are compared byte by byte with earlier ones.
        byte[] bytes = new ByteReader(new OutlineWriter(array -> 0).outline(new Older(7, "seven"))).rest();
        assertThat(bytes[0]).isEqualTo(Tag.RECORD.code());
        assertThat(new OutlineReader(ExtensibleRecordTest.class.getClassLoader(), 1 << 20).read(bytes))
                .isEqualTo(new Older(7, "seven"));
    }

    @Test
    void shouldRefuseOrReadWhatIsSpoilt() throws Exception {
        long seed = Long.getLong("moide.seed", 21);
        Random random = new Random(seed);
        byte[][] valid = {
            bytes(new Object[] {new Older(1, "a"), Newer.of(new byte[9]), "end"}),
            bytes(new Holder(List.of(new Older(1, "a"), new Older(2, "b")), null)),
            asOther(bytes(new Object[] {Newer.of(new byte[9]), new Plain(1)}), "Newer", "Older")
        };
        for (int count = 0; count < 5_000; count++) {
            byte[] bytes = valid[random.nextInt(valid.length)].clone();
            for (int change = random.nextInt(5); change >= 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            byte[] spoilt = Arrays.copyOf(bytes, random.nextInt(4) > 0 ? bytes.length : random.nextInt(bytes.length));
            try {
                decoded(new byte[][] {spoilt});
            } catch (InvalidObjectException | ClassNotFoundException refused) {
                assertThat(refused).as("seed %d", seed).hasMessageNotContaining("Error");
            }
        }
    }
}
