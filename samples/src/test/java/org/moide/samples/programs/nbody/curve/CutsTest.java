package org.moide.samples.programs.nbody.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CutsTest {
    private static final int BODIES = 20_000;

    @Test
    void shouldShareOutWorkInProportionToPowerWhenEnginesHaveBodiesAnywhere() {
        double[] shares = {0.1, 0.5, 0.4};
        Side[] sides = {new Side(1, 1.0), new Side(2, 0.3), new Side(3, 0.6)};

        long[] cuts = Cuts.of(Arrays.stream(sides).map(Side::profile).toList(), shares);

        double all = work(sides, 0, Long.MAX_VALUE);
        assertThat(cuts).hasSize(2).isSorted();
        assertThat(work(sides, 0, cuts[0]) / all).isCloseTo(0.1, within(0.003));
        assertThat(work(sides, cuts[0], cuts[1]) / all).isCloseTo(0.5, within(0.003));
    }

    @Test
    void shouldCutBetweenBodiesWhenThereAreFew() {
        Cuts.Profile profile = Cuts.profile(new long[] {5, 5, 9, Long.MAX_VALUE}, new double[] {1, 1, 1, 1}, 4);

        assertThat(Cuts.of(List.of(Cuts.Profile.EMPTY, profile), new double[] {0.5, 0.5}))
                .containsExactly(9);
        assertThat(Cuts.of(List.of(profile), new double[] {0.75, 0.25})).containsExactly(Long.MAX_VALUE);
        assertThat(Cuts.of(List.of(Cuts.Profile.EMPTY), new double[] {0.5, 0.5}))
                .containsExactly(0);
    }

    private static double work(Side[] sides, long from, long end) {
        return Arrays.stream(sides).mapToDouble(side -> side.work(from, end)).sum();
    }

    /**
     * The bodies of one engine, which are on a part of the curve, dense at the beginning of that part. The work for
     * each is random.
     */
    private static final class Side {
        final long[] keys;
        final double[] work;

        Side(int seed, double part) {
            Random random = new Random(seed);
            keys = random.doubles(BODIES)
                    .mapToLong(each -> (long) (each * each * part * Long.MAX_VALUE))
                    .sorted()
                    .toArray();
            work = random.doubles(BODIES, 10.0, 1000.0).toArray();
        }

        Cuts.Profile profile() {
            return Cuts.profile(keys, work, BODIES);
        }

        double work(long from, long end) {
            return IntStream.range(0, BODIES)
                    .filter(i -> keys[i] >= from && keys[i] < end)
                    .mapToDouble(i -> work[i])
                    .sum();
        }
    }
}
