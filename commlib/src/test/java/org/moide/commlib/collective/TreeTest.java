package org.moide.commlib.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TreeTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 13, 32, 33})
    void shouldReachEveryEngineOnceWhenAnyIsTheRoot(int engines) {
        for (int root = 0; root < engines; root++) {
            int[] reached = new int[engines];
            int depth = reach(root, -1, 0, engines, root, engines, reached);
            assertThat(reached).containsOnly(1);
            assertThat(depth).isLessThanOrEqualTo(ceilingOfLogarithm(engines));
        }
    }

    private static int reach(int engine, int parent, int start, int end, int root, int engines, int[] reached) {
        Tree tree = Tree.of(engine, root, engines);
        assertThat(tree.parent()).isEqualTo(parent);
        assertThat(tree.start()).isEqualTo(start);
        assertThat(tree.end()).isEqualTo(end);
        reached[engine]++;
        int depth = 0;
        for (Tree.Branch child : tree.children()) {
            depth = Math.max(
                    depth, 1 + reach(child.leader(), engine, child.start(), child.end(), root, engines, reached));
        }
        return depth;
    }

    private static int ceilingOfLogarithm(int count) {
        return count == 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    }
}
