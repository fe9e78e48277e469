package org.moide.commlib.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.registration.NodeReference;

@Tag("jdk")
class RecordMakerTest {
    private enum Colour {
        RED
    }

    private record Nothing() {}

    record Numbers(byte b, short s, char c, int i, long l, float f, double d, boolean z) {}

    @SuppressWarnings("ArrayRecordComponent") // users' records may have arrays
    private record Things(
            String text, int[] ints, String[][] table, List<Integer> list, Nothing nothing, Colour colour) {}

    public record Checked(int positive) {
        public Checked {
            if (positive <= 0) {
                throw new IllegalArgumentException("expected a positive number, found " + positive);
            }
        }
    }

    private record Generic<T extends Comparable<T>>(T first, Map<T, long[]> rest) {}

    private static Object make(Class<?> type, Object... components) {
        return RecordMaker.of(type).make(components);
    }

    @Test
    void shouldMakeRecordsOfEveryKindOfComponent() {
        assertThat(make(Nothing.class)).isEqualTo(new Nothing());
        assertThat(make(Numbers.class, (byte) -1, (short) -2, 'c', -4, Long.MIN_VALUE, 6f, -7.0, true))
                .isEqualTo(new Numbers((byte) -1, (short) -2, 'c', -4, Long.MIN_VALUE, 6f, -7.0, true));
        int[] ints = {1};
        String[][] table = {{"x"}};
        assertThat(make(Things.class, "text", ints, table, List.of(1), new Nothing(), Colour.RED))
                .isEqualTo(new Things("text", ints, table, List.of(1), new Nothing(), Colour.RED));
        assertThat(make(Things.class, null, null, null, null, null, null))
                .isEqualTo(new Things(null, null, null, null, null, null));
        assertThat(make(Generic.class, "a", Map.of())).isEqualTo(new Generic<>("a", Map.of()));
        assertThat(make(Checked.class, 1)).isEqualTo(new Checked(1));
    }

    /**
     * Checks the generated class itself: the fallback by reflection would give the same results, only slowly at first.
     */
    @Test
    void shouldMakeAClassBesideARecordOfAnotherPackage() throws IllegalAccessException {
        Class<?>[] types = {String.class, List.class, int.class};
        Function<Object[], Object> maker =
                MakerClass.of(MethodHandles.privateLookupIn(NodeReference.class, MethodHandles.lookup()), types);
        assertThat(maker.apply(new Object[] {"engine-1", List.of("127.0.0.1"), 7_100}))
                .isEqualTo(new NodeReference("engine-1", List.of("127.0.0.1"), 7_100));
    }

    @Test
    void shouldMakeRecordsWhoseComponentsTakeTwoCellsEach() {
        record Wide(
                long a,
                double b,
                long c,
                double d,
                long e,
                double f,
                long g,
                double h,
                long i,
                double j,
                long k,
                double l) {}
        assertThat(make(Wide.class, 1L, 2.0, 3L, 4.0, 5L, 6.0, 7L, 8.0, 9L, 10.0, 11L, 12.0))
                .isEqualTo(new Wide(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    }

    @Test
    void shouldThrowWhatTheConstructorThrows() {
        assertThatThrownBy(() -> make(Checked.class, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a positive number, found -1");
    }

    @Test
    void shouldRefuseComponentsOfAnotherClassAndNoneForANumber() {
        assertThatThrownBy(() -> make(Checked.class, "1")).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> make(Checked.class, 1L)).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> make(Checked.class, Collections.singleton(null).toArray()))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> make(Things.class, "text", new long[0], null, null, null, null))
                .isInstanceOf(ClassCastException.class);
    }
}
