package org.moide.samples.programs.radiosity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AllotmentTest {
    private static double[] loads(Allotment allotment, double[] work, int ids) {
        double[] loads = new double[ids];
        for (int surface = 0; surface < work.length; surface++) {
            loads[allotment.owner(surface)] += work[surface];
        }
        return loads;
    }

    @Test
    void shouldGiveEachItsShare() {
        double[] sizes = new SplittableRandom(1).doubles(200, 1.0, 2.0).toArray();
        double[] shares = {0.5, 0.25, 0.25};
        double[] loads = loads(Allotment.first(sizes, shares), sizes, 3);
        assertThat(loads[0] / loads[1]).isBetween(1.9, 2.1);
        assertThat(loads[1] / loads[2]).isBetween(0.95, 1.05);
    }

    @Test
    void shouldMoveAsLittleAsNeeded() {
        double[] even = {1, 1, 1, 1, 1, 1, 1, 1};
        double[] shares = {0.5, 0.5};
        Allotment first = Allotment.first(even, shares);
        Allotment same = first.balanced(new double[] {1, 1, 1, 1, 1, 1, 1.05, 1});
        for (int surface = 0; surface < 8; surface++) {
            assertThat(same.owner(surface)).isEqualTo(first.owner(surface));
        }
        double[] heavy = even.clone();
        int owner = first.owner(0);
        for (int surface = 0; surface < 8; surface++) {
            heavy[surface] = first.owner(surface) == owner ? 3 : 1;
        }
        double[] loads = loads(first.balanced(heavy), heavy, 2);
        assertThat(Math.max(loads[0], loads[1])).isLessThanOrEqualTo(9.0);
    }

    @Test
    void shouldEndWhenOneSurfaceIsAllTheWork() {
        Allotment first = Allotment.first(new double[] {1, 1}, new double[] {0.5, 0.5});
        Allotment next = first.balanced(new double[] {100, 0});
        assertThat(next.owner(0)).isEqualTo(first.owner(0));
        assertThat(next.owner(1)).isEqualTo(first.owner(1));
    }
}
