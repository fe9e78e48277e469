package org.moide.coordinator.copies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests from which host each host copies a file, in whatever order copies end and whichever copies fail. */
class CopyTreeTest {
    /**
     * The counts of one simulated distribution of a file: copies from this machine, copies between hosts, and rounds.
     */
    private record Played(int fromHere, int between, int rounds) {}

    /**
     * Simulates the distribution of a file until all hosts have it, in rounds. In each round all copies begin that can
     * begin, and then some or all of them end.
     *
     * @param hosts the number of hosts
     * @param reachable how many of ten copies between hosts succeed; the others fail
     * @param allEnd whether all copies end in the round in which they begin
     * @param seed the seed of the random numbers
     */
    private static Played play(int hosts, int reachable, boolean allEnd, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        CopyTree tree = new CopyTree(hosts, CopyTree.FEWEST_HOSTS);
        List<String> waiting = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            waiting.add("n" + host);
        }
        Map<String, CopyTree.Way> under = new HashMap<>();
        Set<String> have = new HashSet<>();
        Map<String, Integer> tries = new HashMap<>();
        int fromHere = 0;
        int between = 0;
        int rounds = 0;
        while (have.size() < hosts) {
            assertThat(++rounds).as("rounds").isLessThan(20 * hosts);
            for (String host : List.copyOf(waiting)) {
                CopyTree.Way way = tree.begin(host);
                if (way != null) {
                    waiting.remove(host);
                    under.put(host, way);
                    assertThat(tries.merge(host, 1, Integer::sum)).isLessThanOrEqualTo(2);
                    assertThat(way.host() == null || have.contains(way.host()))
                            .as(way + " has it")
                            .isTrue();
                }
            }
            long here =
                    under.values().stream().filter(way -> way.host() == null).count();
            assertThat(here).isLessThanOrEqualTo(hosts < CopyTree.FEWEST_HOSTS ? hosts : CopyTree.MOST_FROM_HERE);
            assertThat(under.values().stream().filter(way -> way.host() != null))
                    .as("one at a time from each")
                    .doesNotHaveDuplicates();
            assertThat(under).as("nobody waits for nothing").isNotEmpty();
            for (String host : List.copyOf(under.keySet())) {
                if (!allEnd && random.nextInt(3) > 0) {
                    continue;
                }
                CopyTree.Way way = under.remove(host);
                if (way.host() == null) {
                    fromHere++;
                    tree.done(host);
                    have.add(host);
                } else if (random.nextInt(10) < reachable) {
                    between++;
                    tree.done(host);
                    have.add(host);
                } else {
                    tree.failed(host);
                    waiting.add(host);
                }
            }
        }
        return new Played(fromHere, between, rounds);
    }

    @Test
    void shouldServeAllWhateverFails() {
        for (int seed = 0; seed < 500; seed++) {
            int hosts = new SplittableRandom(seed).nextInt(1, 150);
            int reachable = seed % 11;
            Played played = play(hosts, reachable, seed % 2 == 0, seed);
            assertThat(played.fromHere() + played.between()).as("seed " + seed).isEqualTo(hosts);
        }
    }

    @Test
    void shouldDoubleFromRoundToRound() {
        Played played = play(1000, 10, true, 1);
        // 4 hosts after the first round, then 4 more than twice as many after each further one
        assertThat(played.rounds()).isLessThanOrEqualTo(8);
        assertThat(played.fromHere()).isLessThanOrEqualTo(CopyTree.MOST_FROM_HERE * played.rounds());
    }

    @Test
    void shouldServeFewFromHereAlone() {
        assertThat(play(CopyTree.FEWEST_HOSTS - 1, 10, true, 1)).isEqualTo(new Played(31, 0, 1));
    }

    @Test
    void shouldStopTryingWhereNoHostReachesAnother() {
        CopyTree tree = new CopyTree(100, CopyTree.FEWEST_HOSTS);
        for (int host = 0; host < 50; host++) {
            tree.has("has" + host);
        }
        for (int host = 0; host < CopyTree.MOST_FAILURES; host++) {
            assertThat(tree.begin("n" + host)).isEqualTo(new CopyTree.Way("has" + host));
            tree.failed("n" + host);
        }
        assertThat(tree.begin("next")).isEqualTo(CopyTree.Way.HERE);
    }

    @Test
    void shouldNotTakeWhatCannotBe() {
        CopyTree tree = new CopyTree(1, CopyTree.FEWEST_HOSTS);
        assertThatIllegalStateException().isThrownBy(() -> tree.done("a"));
        tree.begin("a");
        assertThatIllegalStateException().isThrownBy(() -> tree.begin("a"));
    }
}
