package org.moide.samples.programs.uts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;

class UtsTest {
    @ParameterizedTest
    @ValueSource(strings = {"TINY", "T1", "T2", "T3", "T4", "T5"})
    void shouldFindThePublishedCountsInOneThread(String name) {
        KnownTree tree = KnownTree.of(name).orElseThrow();
        assertThat(Search.whole(new Tree(tree.shape()))).isEqualTo(tree.published());
    }

    @ParameterizedTest
    @ValueSource(strings = {"TINY", "T3", "t4"})
    void shouldFindThePublishedCountsWhateverTheOrderAndTheEngines(String name) throws Exception {
        KnownTree tree = KnownTree.of(name).orElseThrow();
        String bundle = Long.toString(tree.published().nodes() / 100);
        for (int engines = 1; engines <= 3; engines += 2) {
            Said said = SequentialRunner.run(
                    Uts::new, engines, engines, "--tree", name, "--bundle", bundle, "--split", "" + 8 * engines);
            assertThat(said.results)
                    .containsEntry("nodes", tree.published().nodes())
                    .containsEntry("depth", tree.published().depth())
                    .containsEntry("leaves", tree.published().leaves());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--type bin --b0 2000 --q 0.49 --m 2 --seed 3",
                "--type geo --shape exponential --depth 9 --b0 6 --seed 5",
                "--type geo --shape cyclic --depth 3 --b0 3 --seed 1",
                "--type hybrid --shape linear --depth 8 --b0 3 --q 0.3 --m 3",
                "--type geo --b0 0.3 --seed 17"
            })
    void shouldAgreeWithOneThreadOnTreesOfOnesOwn(String words) throws Exception {
        Said said = SequentialRunner.run(Uts::new, 2, 7, (words + " --compare --bundle 64 --split 2").split(" "));
        assertThat(said.number("nodes")).isPositive();
        assertThat(said.number("speedUp")).isPositive();
    }

    @Test
    void shouldCountNothingOfWhatWarmsUp() throws Exception {
        Said said = SequentialRunner.run(Uts::new, 1, 1, "--tree", "T3", "--warm-up", "1");
        assertThat(said.results)
                .containsEntry("nodes", 4_112_897L)
                .containsEntry("depth", 1_572)
                .containsEntry("leaves", 3_599_034L);
        assertThat(said.number("seconds")).isPositive();
    }

    @Test
    void shouldCountARootThatIsALeaf() throws Exception {
        Said said = SequentialRunner.run(Uts::new, 1, 1, "--type=bin", "--b0=0");
        assertThat(said.results)
                .containsEntry("nodes", 1L)
                .containsEntry("depth", 0)
                .containsEntry("leaves", 1L);
    }

    @Test
    void shouldFailWhenAPublishedTreeTurnsOutDifferent() throws Exception {
        Uts uts = new Uts();
        SequentialRunner.run(() -> uts, 1, 1, "--tree=tiny");
        assertThatThrownBy(() -> uts.handleResults(new Counts(15_998, 6, 12_839), new Said()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "TINY: expected 16000 nodes, depth 6, 12839 leaves, found 15999 nodes, depth 6, 12839 leaves");
    }

    @Test
    void shouldLeaveATaskAsItWasGiven() {
        Nodes root = new Nodes(1, 0);
        Tree tree = new Tree(KnownTree.of("T3").orElseThrow().shape());
        Search.begin(tree, root);
        Nodes copy = root.copy();
        new Search(tree).run(copy, 500);
        assertThat(copy.count()).isPositive();
        assertThat(root.count()).isEqualTo(1);
        assertThat(root.remaining(root.newest())).isEqualTo(2000);
    }

    @Test
    void shouldHalveWithoutLosingAChild() {
        Nodes nodes = new Nodes(0, 0);
        for (int i = 1; i <= 37; i++) {
            int offset = nodes.push(i, i);
            nodes.words()[offset] = i;
        }
        Nodes even = nodes.half(0);
        Nodes odd = nodes.half(1);
        // Nodes with 16 children and more are in both halves; of the others, the first is in the first half.
        assertThat(even.count()).isEqualTo(8 + 22);
        assertThat(odd.count()).isEqualTo(7 + 22);
        assertThat(even.open() + odd.open()).isEqualTo(nodes.open()).isEqualTo(37 * 38 / 2);
        assertThat(odd.words()[odd.newest()]).isEqualTo(37);
        assertThat(even.take(17)).isEqualTo(1);
        assertThat(odd.take(18)).isEqualTo(19);
        assertThat(even.take(1)).isEqualTo(0);
        assertThat(odd.take(1)).isEqualTo(18);
        assertThat(even.depth(even.newest())).isEqualTo(36);
        assertThat(odd.depth(odd.newest())).isEqualTo(36);
    }

    @ParameterizedTest
    @Tag("jdk")
    @ValueSource(ints = {1, 31, 32, 100, Sha1Lanes.LANES})
    void shouldHashAsTheJdkDoes(int count) throws Exception {
        Random random = new Random(count);
        MessageDigest digest = MessageDigest.getInstance("SHA-1");
        Sha1Lanes lanes = new Sha1Lanes();
        int[] states = random.ints(7).toArray();
        for (int round = 0; round < 3; round++) {
            for (int lane = 0; lane < count; lane++) {
                lanes.set(lane, states, 2, lane + round);
            }
            lanes.hash(count);
            for (int lane = 0; lane < count; lane++) {
                ByteBuffer message = ByteBuffer.allocate(24);
                for (int word = 2; word < 7; word++) {
                    message.putInt(states[word]);
                }
                ByteBuffer hash = ByteBuffer.wrap(
                        digest.digest(message.putInt(lane + round).array()));
                int[] found = new int[6];
                lanes.state(lane, found, 1);
                assertThat(lanes.last(lane)).isEqualTo(hash.getInt(16));
                for (int word = 0; word < 5; word++) {
                    assertThat(found[1 + word]).isEqualTo(hash.getInt(4 * word));
                }
            }
        }
    }

    @ParameterizedTest
    @Tag("jdk")
    @ValueSource(doubles = {0.0, 0.01, 0.5, 1.0, 4.0, 37.5, 5000.0})
    void shouldLookUpWhatTheFormulaSays(double mean) {
        Offspring table = new Offspring.Geometric(mean);
        double logNone = Math.log(1.0 - 1.0 / (1.0 + mean));
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            int number = i < 4 ? Integer.MAX_VALUE - i : random.nextInt() & Integer.MAX_VALUE;
            double u = number / 2147483648.0;
            int children = (int) Math.min(100, Math.floor(Math.log(1.0 - u) / logNone));
            assertThat(table.children(number)).as("of %d", number).isEqualTo(children);
        }
        assertThat(table.children(0)).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --tree T9              | --tree: expected one of TINY, T1, T2, T3, T4, T5, T1L, T2L, T3L, T1XL, found 'T9'
            --tree T1 --m 5        | --tree T1 says all about the tree: leave out --m
            --type oak             | --type: expected one of geo, bin, hybrid, found 'oak'
            --shape round          | --shape: expected one of fixed, linear, exponential, cyclic, found 'round'
            --type bin --q 0.6 --m 2 | --q times --m: expected at most 1.001, found 1.20000: such a tree has no end
            --type bin --depth 3   | --depth means nothing with --type bin: leave it out
            --q 0.3                | --q means nothing with --type geo: leave it out
            --shape exponential --depth 1 | --depth: expected at least 2 with --shape exponential, found 1
            --type bin --m 101     | --m: expected 0 to 100, found 101
            --split 1              | --split: expected 2 to 100000000, found 1
            --bundle 0             | --bundle: expected 1 to 100000000, found 0
            """)
    void shouldSayWhatIsWrong(String words, String message) {
        assertThatThrownBy(() -> new Uts().check(Arguments.of(words.split(" "))))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }
}
