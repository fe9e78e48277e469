package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests the choice of the smallest set of engines that contains at least one engine of each cut pair. Two engines are a
 * cut pair if they do not reach each other.
 */
class SmallestCoverTest {
    private static final int NOBODY = -1;
    private static final Comparator<Integer> LATEST_FIRST = Comparator.reverseOrder();

    private final Map<Integer, Set<Integer>> edges = new HashMap<>();

    private void cut(int one, int other) {
        edges.computeIfAbsent(one, none -> new TreeSet<>()).add(other);
        edges.computeIfAbsent(other, none -> new TreeSet<>()).add(one);
    }

    private Set<Integer> cover(int kept) {
        return SmallestCover.of(edges, kept, LATEST_FIRST);
    }

    @Test
    void shouldBeNobodyWhenNothingIsCut() {
        assertThat(cover(0)).isEmpty();
    }

    @Test
    void shouldBeOneOfAPairByTheOrderAndNeverTheOneThatIsKept() {
        cut(2, 5);
        assertThat(cover(NOBODY)).containsExactly(5);
        assertThat(cover(5)).containsExactly(2);
        assertThat(SmallestCover.of(edges, NOBODY, Comparator.naturalOrder())).containsExactly(2);
    }

    @Test
    void shouldBeTheMiddleOfAStarUnlessThatIsKept() {
        cut(1, 2);
        cut(1, 3);
        cut(1, 4);
        assertThat(cover(0)).containsExactly(1);
        assertThat(cover(1)).containsExactly(2, 3, 4);
    }

    @Test
    void shouldBeTheSmallerHalfOfANetworkThatFallsInTwo() {
        for (int one = 0; one < 200; one++) {
            for (int other = 200; other < 500; other++) {
                cut(one, other);
            }
        }
        assertThat(cover(NOBODY)).hasSize(200).contains(0, 199);
        assertThat(cover(7)).hasSize(300).contains(200, 499);
    }

    @Test
    void shouldBeAllButOneWhenEachIsCutFromEach() {
        for (int one = 0; one < 12; one++) {
            for (int other = 0; other < one; other++) {
                cut(one, other);
            }
        }
        assertThat(cover(0)).hasSize(11).doesNotContain(0);
    }

    @Test
    void shouldBeTheOneWithMostCutPairsOfCoversOfTheSameSize() {
        cut(1, 2);
        cut(2, 3);
        cut(3, 4);
        cut(3, 5); // of the covers {1, 3} and {2, 3} it is {2, 3}
        assertThat(cover(0)).containsExactly(2, 3);
    }

    @Test
    void shouldBeAsSmallAsTheSmallestThatTryingAllFinds() {
        Random chance = new Random(4711);
        for (int graph = 0; graph < 300; graph++) {
            edges.clear();
            int vertices = 2 + chance.nextInt(7);
            for (int edge = 0; edge < vertices + chance.nextInt(6); edge++) {
                int one = chance.nextInt(vertices);
                int other = chance.nextInt(vertices);
                if (one != other) {
                    cut(one, other);
                }
            }
            int kept = chance.nextInt(3) - 1;
            Set<Integer> found = cover(kept);
            assertThat(isCover(found)).as("%s covers %s", found, edges).isTrue();
            assertThat(found).doesNotContain(kept).hasSize(smallest(vertices, kept));
        }
    }

    private boolean isCover(Set<Integer> chosen) {
        return edges.entrySet().stream()
                .allMatch(edge -> chosen.contains(edge.getKey()) || chosen.containsAll(edge.getValue()));
    }

    private int smallest(int vertices, int kept) {
        return IntStream.range(0, 1 << vertices)
                .mapToObj(bits -> IntStream.range(0, vertices)
                        .filter(vertex -> (bits >> vertex & 1) == 1)
                        .boxed()
                        .collect(Collectors.toSet()))
                .filter(chosen -> !chosen.contains(kept) && isCover(chosen))
                .mapToInt(Set::size)
                .min()
                .orElseThrow();
    }
}
