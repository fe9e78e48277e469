package org.moide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.engine.executor.MapPart;

/** Tries into which parts a map or reduce divides its values, with engines that say how long each has taken. */
class MappingTest {
    private static final long MILLI = 1_000_000;
    private static final List<Integer> TWENTY = IntStream.range(0, 20).boxed().toList();

    private final Mapping.Pace pace = new Mapping.Pace();
    private final List<Integer> sizes = new ArrayList<>();

    private List<Integer> parts(
            Mapping.Values values,
            @Nullable BinaryOperator<Object> operator,
            int threads,
            IntToLongFunction nanosOfValue) {
        sizes.clear();
        Function<Object, Object> same = value -> value;
        Mapping.Submit submit = part -> {
            sizes.add(part.values().size());
            long nanos = part.values().stream()
                    .mapToLong(value -> nanosOfValue.applyAsLong((Integer) value))
                    .sum();
            List<Object> results = operator == null
                    ? part.values()
                    : List.of(part.values().stream().reduce(operator).orElseThrow());
            return CompletableFuture.completedFuture(new MapPart.Results(results, null, nanos, threads));
        };
        int sum = 0;
        try (Mapping mapping = new Mapping(submit, values, same, operator, pace)) {
            while (mapping.hasNext()) {
                sum += (Integer) mapping.next();
            }
        }
        assertThat(sum).isEqualTo(190);
        return List.copyOf(sizes);
    }

    private List<Integer> reduced(int threads, IntToLongFunction nanosOfValue) {
        return parts(Mapping.Values.of(TWENTY), (one, other) -> (Integer) one + (Integer) other, threads, nanosOfValue);
    }

    private static List<Integer> singles() {
        return IntStream.range(0, 20).map(part -> 1).boxed().toList();
    }

    @Test
    void shouldReduceInFewerPartsWhenAllValuesHaveTakenTheSameTime() {
        assertThat(reduced(2, value -> 5 * MILLI)).isEqualTo(singles());
        assertThat(reduced(2, value -> 5 * MILLI)).containsExactly(7, 7, 2, 2, 1, 1);
        assertThat(reduced(4, value -> 5 * MILLI)).containsExactly(7, 7, 2, 2, 1, 1);
        assertThat(reduced(4, value -> 5 * MILLI)).startsWith(3, 3, 3, 3, 1);
    }

    @Test
    void shouldReduceARangeInTheSameParts() {
        assertThat(reduced(2, value -> 5 * MILLI)).isEqualTo(singles());
        assertThat(parts(
                        Mapping.Values.of(0, 20),
                        (one, other) -> (Integer) one + (Integer) other,
                        2,
                        value -> 5 * MILLI))
                .containsExactly(7, 7, 2, 2, 1, 1);
    }

    @Test
    void shouldReduceInSmallerPartsWhenSomeValuesTakeMuchLonger() {
        IntToLongFunction oneSlow = value -> value == 10 ? 100 * MILLI : 5 * MILLI;
        assertThat(reduced(2, oneSlow)).isEqualTo(singles());
        assertThat(reduced(2, oneSlow).get(0)).isLessThan(4);
    }

    @Test
    void shouldForgetASlowValueLittleByLittle() {
        assertThat(reduced(2, value -> value == 10 ? 100 * MILLI : 5 * MILLI)).isEqualTo(singles());
        for (int round = 0; round < 10; round++) {
            reduced(2, value -> 5 * MILLI);
        }
        assertThat(reduced(2, value -> 5 * MILLI).get(0)).isGreaterThan(5);
    }

    @Test
    void shouldReduceInPartsThatAreDoneAgainSoonIfAnEngineIsLost() {
        assertThat(reduced(2, value -> 20 * MILLI)).isEqualTo(singles());
        assertThat(reduced(2, value -> 20 * MILLI)).startsWith(2, 2);
        assertThat(reduced(2, value -> 100 * MILLI)).startsWith(2, 2);
        assertThat(reduced(2, value -> 100 * MILLI)).startsWith(1, 1);
    }

    @Test
    void shouldLeaveWhatComesOneByOneInSmallParts() {
        assertThat(reduced(2, value -> 5 * MILLI)).isEqualTo(singles());
        assertThat(parts(Mapping.Values.of(TWENTY), null, 2, value -> 5 * MILLI))
                .isEqualTo(singles());
        Iterable<Integer> unknown = TWENTY::iterator;
        assertThat(parts(
                        Mapping.Values.of(unknown),
                        (one, other) -> (Integer) one + (Integer) other,
                        2,
                        value -> 5 * MILLI))
                .as("nobody knows how many there are")
                .isEqualTo(singles());
    }

    @Test
    void shouldLeaveCallsOfThisJvmInSmallParts() {
        assertThat(reduced(0, value -> 5 * MILLI)).isEqualTo(singles());
        assertThat(reduced(0, value -> 5 * MILLI)).isEqualTo(singles());
    }

    @Test
    void shouldGiveManyTogetherThatTakeLittleTime() {
        assertThat(reduced(0, value -> MILLI / 10)).isEqualTo(singles());
        assertThat(reduced(0, value -> MILLI / 10)).containsExactly(10, 10);
    }
}
