package org.moide.commlib.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.moide.commlib.Slice;

class CallValuesTest {
    enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "green";
            }
        }
    }

    record Point(int x, long y, List<Integer> rest) implements Serializable {
        private static final long serialVersionUID = 1L;

        Point {
            if (x < 0) {
                throw new IllegalArgumentException("expected x of at least 0, found " + x);
            }
        }
    }

    /** A record that is not serializable, so that calls must refuse it. */
    record Local(int x) {}

    private static Object again(Object value) throws Exception {
        return CallValues.decode(CallValues.encode(value), CallValuesTest.class.getClassLoader());
    }

    private static Object decoded(byte... bytes) throws Exception {
        return CallValues.decode(new byte[][] {bytes}, CallValuesTest.class.getClassLoader());
    }

    @Test
    void shouldBringBackWhatWasSent() throws Exception {
        Point point = new Point(1, 2, List.of(3, 4));
        Point[] points = {point, point};
        int[][] table = {{1}, {2, 3}};
        List<Object> values = new ArrayList<>(Arrays.asList(
                null, true, false, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6d, "", "grüße", "😀", "\ud800 alone"));
        values.addAll(List.of(Colour.RED, Colour.GREEN, point, points, table, new Object[] {"a", 1}));
        values.addAll(List.of(new boolean[] {true}, new byte[] {1}, new char[] {'a'}, new short[] {1}, new long[] {1}));
        values.addAll(List.of(new float[] {1}, new double[] {1}, new String[] {"a"}, new Integer[0]));
        for (Object value : values) {
            Object back = ((Object[]) again(new Object[] {value}))[0];
            assertThat(back).usingRecursiveComparison().isEqualTo(value);
            assertThat(back == null ? null : back.getClass()).isEqualTo(value == null ? null : value.getClass());
        }
    }

    @Test
    void shouldBringBackLongArraysInPieces() throws Exception {
        byte[] bytes = new byte[3 << 20];
        new Random(3).nextBytes(bytes);
        double[] numbers = new Random(4).doubles(400_000).toArray();
        byte[][] pieces = CallValues.encode(new Object[] {bytes, numbers, "end"});
        assertThat(List.of(pieces))
                .hasSizeGreaterThan(5)
                .allMatch(piece -> piece.length <= CallValues.MOST_PIECE_BYTES);
        assertThat((Object[]) again(new Object[] {bytes, numbers, "end"})).containsExactly(bytes, numbers, "end");
    }

    @Test
    void shouldBringBackTwoArraysWhereOneIsSentTwice() throws Exception {
        byte[] bytes = new byte[1 << 20];
        new Random(5).nextBytes(bytes);
        Object[] back = (Object[]) again(new Object[] {bytes, bytes, 1, bytes});
        assertThat(back).isEqualTo(new Object[] {bytes, bytes, 1, bytes});
        assertThat(back[0]).isNotSameAs(back[1]).isNotSameAs(back[3]);
        assertThat(back[1]).isNotSameAs(back[3]);
    }

    @Test
    void shouldLeaveLongArraysBesideTheBytes() throws Exception {
        byte[] bytes = new byte[CallBytes.LEAST_BESIDE_BYTES];
        double[] numbers = new Random(4).doubles(400_000).toArray();
        long[] few = new long[CallBytes.LEAST_BESIDE_BYTES / Long.BYTES - 1];
        char[] letters = new char[CallBytes.LEAST_BESIDE_BYTES];
        Object[] value = {List.of(bytes, few), Map.of("numbers", numbers), letters, bytes, "end"};
        CallBytes encoded = CallValues.encodeBeside(value);
        assertThat(encoded.beside()).extracting(Slice::array).containsExactly(bytes, numbers, bytes);
        assertThat(encoded.besideBytes()).isEqualTo(2L * bytes.length + 8L * numbers.length);
        List<Object> came = List.of(bytes.clone(), numbers.clone(), bytes.clone());
        ClassLoader loader = CallValuesTest.class.getClassLoader();
        Object[] back = (Object[]) CallValues.decode(encoded.pieces(), came, loader);
        assertThat(Arrays.deepEquals(CallValues.encode(back), CallValues.encode(value)))
                .isTrue();
        assertThat(back[3]).isSameAs(came.get(2));
        for (List<Object> wrong : List.<List<Object>>of(came.subList(0, 2), List.of(bytes, numbers, bytes, bytes))) {
            assertThatThrownBy(() -> CallValues.decode(encoded.pieces(), wrong, loader))
                    .isInstanceOf(InvalidObjectException.class)
                    .hasMessageContaining("expected a value with " + wrong.size() + " arrays beside it");
        }
    }

    @Test
    void shouldReadWhatIsCutAnywhere() throws Exception {
        Object[] value = {1, 2L, 3d, 'c', "text", new Point(1, 2, List.of(3)), new byte[] {1, 2, 3}, new double[] {4, 5}
        };
        byte[] whole = CallValues.encode(value)[0];
        for (int cut = 0; cut <= whole.length; cut++) {
            for (int other = cut; other <= Math.min(cut + 9, whole.length); other++) {
                byte[][] pieces = {
                    Arrays.copyOf(whole, cut),
                    Arrays.copyOfRange(whole, cut, other),
                    Arrays.copyOfRange(whole, other, whole.length)
                };
                assertThat((Object[]) CallValues.decode(pieces, CallValuesTest.class.getClassLoader()))
                        .isEqualTo(value);
            }
        }
        byte[][] broken = {Arrays.copyOf(whole, 9), Arrays.copyOfRange(whole, 9, whole.length - 1)};
        assertThatThrownBy(() -> CallValues.decode(broken, CallValuesTest.class.getClassLoader()))
                .isInstanceOf(InvalidObjectException.class);
    }

    @Test
    void shouldKeepTheOrderOfCollections() throws Exception {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put("a", null);
        assertThat((Map<?, ?>) again(map)).isEqualTo(map);
        assertThat(((Map<?, ?>) again(map)).keySet().toArray()).containsExactly("z", "a");
        assertThat(((Set<?>) again(new TreeSet<>(Set.of(3, 1, 2)))).toArray()).containsExactly(1, 2, 3);
        assertThat(again(EnumSet.allOf(Colour.class))).isEqualTo(EnumSet.allOf(Colour.class));
        assertThat(again(new EnumMap<>(Map.of(Colour.GREEN, 1)))).isEqualTo(Map.of(Colour.GREEN, 1));
        assertThat(again(new TreeMap<>(Map.of(1L, List.of(2))))).isEqualTo(Map.of(1L, List.of(2)));
        assertThat(again(Arrays.asList(1, null))).isEqualTo(Arrays.asList(1, null));
    }

    @Test
    void shouldNameWhatDoesNotTravel() {
        for (Object value : List.of(new Local(1), new Thread(), new java.math.BigInteger("1"), Class.class)) {
            assertThatThrownBy(() -> CallValues.encode(List.of(value)))
                    .isInstanceOf(NotSerializableException.class)
                    .hasMessageContaining("found " + value.getClass().getName());
        }
    }

    @Test
    void shouldRefuseARecordThatRefusesItself() throws Exception {
        byte[] bytes = CallValues.encode(new Point(7, 2, List.of()))[0];
        ByteBuffer.wrap(bytes).putInt(new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\0\0\0\7"), -1);
        assertThatThrownBy(() -> decoded(bytes))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("expected x of at least 0, found -1");
    }

    @Test
    void shouldHashNothingThatIsNoLeaf() throws Exception {
        for (Object inner : List.of(List.of(1), Set.of(1), new Point(1, 2, List.of()), new Object[0], new int[1])) {
            Map<Object, Object> map = new HashMap<>();
            map.put(inner, 1);
            for (Object value : List.of(Set.of(inner), map)) {
                byte[][] bytes = CallValues.encode(value);
                assertThatThrownBy(() -> CallValues.decode(bytes, CallValuesTest.class.getClassLoader()))
                        .isInstanceOf(InvalidObjectException.class)
                        .hasMessageContaining(" of texts, numbers or enums, found a ");
            }
        }
        byte[][] mixed = CallValues.encode(Set.of(1, "a"));
        assertThatThrownBy(() -> CallValues.decode(mixed, null)).hasMessageContaining("of one class");
        byte[][] many = CallValues.encode(new TreeSet<>(
                java.util.stream.IntStream.range(0, 70_000).boxed().toList()));
        assertThatThrownBy(() -> CallValues.decode(many, null)).hasMessageContaining("at most 65536 entries");
    }

    @Test
    void shouldMakeNothingOfALengthThatItsBytesAreNotWorth() throws Exception {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (Tag tag : List.of(Tag.TEXT, Tag.WIDE_TEXT, Tag.LIST, Tag.SET, Tag.MAP)) {
            ByteBuffer bytes = ByteBuffer.allocate(30 * 5);
            while (bytes.hasRemaining()) {
                bytes.put(tag.code()).putInt(1 << 28);
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThatThrownBy(() -> decoded(bytes.array())).isInstanceOf(InvalidObjectException.class);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
        }
        for (Numbers numbers : Numbers.values()) {
            byte[] bytes = ByteBuffer.allocate(14)
                    .put(Tag.NUMBERS.code())
                    .put(numbers.code())
                    .putInt(Integer.MAX_VALUE)
                    .array();
            assertThatThrownBy(() -> decoded(bytes)).hasMessageContaining("found " + Integer.MAX_VALUE);
        }
    }

    @Test
    void shouldRefuseValuesThatAreNestedTooDeep() {
        byte[] bytes = new byte[5 * 1000 + 1];
        ByteBuffer lists = ByteBuffer.wrap(bytes);
        for (int level = 0; level < 1000; level++) {
            lists.put(Tag.LIST.code()).putInt(1);
        }
        assertThatThrownBy(() -> decoded(bytes)).hasMessageContaining("nested at most 32 deep");
        List<Object> circle = new ArrayList<>();
        circle.add(circle);
        assertThatThrownBy(() -> CallValues.encode(circle)).isInstanceOf(NotSerializableException.class);
    }

    @Test
    void shouldCountAPieceOnce() {
        byte[] piece = new byte[100];
        assertThatThrownBy(() -> CallValues.decode(new byte[][] {piece, piece}, null))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("expected 2 pieces");
        assertThatThrownBy(() -> CallValues.decode(new byte[0][], null)).isInstanceOf(InvalidObjectException.class);
    }

    /**
     * Changes random bytes of encoded values, each of which must then be refused or decoded. {@code -Dmoide.tier=1}
     * tries 200,000 inputs.
     */
    @Test
    void shouldRefuseOrReadWhatIsSpoilt() throws Exception {
        long seed = Long.getLong("moide.seed", 20);
        Random random = new Random(seed);
        byte[][] valid = {
            CallValues.encode(new Object[] {"greeter", new Point(1, 2, List.of(3)), Map.of("a", 1), Set.of(2)})[0],
            CallValues.encode(Collections.nCopies(20, Colour.GREEN))[0],
            CallValues.encode(new Object[] {new double[9], new byte[9], new Point[1], "😀"})[0]
        };
        int inputs = Integer.getInteger("moide.tier", 0) == 1 ? 200_000 : 5_000;
        for (int count = 0; count < inputs; count++) {
            byte[] bytes = valid[random.nextInt(valid.length)].clone();
            for (int change = random.nextInt(5); change >= 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            byte[] spoilt = Arrays.copyOf(bytes, random.nextInt(4) > 0 ? bytes.length : random.nextInt(bytes.length));
            try {
                decoded(spoilt);
            } catch (InvalidObjectException | ClassNotFoundException refused) {
                assertThat(refused).as("seed %d", seed).hasMessageNotContaining("Error");
            }
        }
    }
}
