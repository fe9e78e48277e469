package org.moide.samples.programs.nbody.curve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OwnersTest {
    private static final int SIDE = 1 << Curve.BITS;

    @Test
    void shouldKnowWhoseKeyItIsWhereverTheCurveIsCut() {
        Random random = new Random(5);
        for (int engines = 1; engines <= 9; engines++) {
            long[] cuts = random.longs(engines - 1, 0, Long.MAX_VALUE).sorted().toArray();
            Owners owners = new Owners(cuts);
            int x = SIDE / 2;
            int y = SIDE / 2;
            int z = SIDE / 2;
            for (int step = 0; step < 20_000; step++) {
                x = Math.floorMod(x + random.nextInt(-3_000, 3_001), SIDE);
                y = Math.floorMod(y + random.nextInt(-3_000, 3_001), SIDE);
                z = Math.floorMod(z + random.nextInt(-3_000, 3_001), SIDE);
                long key = Curve.hilbert(x, y, z);
                int expected =
                        (int) Arrays.stream(cuts).filter(cut -> cut <= key).count();
                assertThat(owners.of(x, y, z)).as("%d, %d, %d", x, y, z).isEqualTo(expected);
            }
        }
    }

    @Test
    void shouldAskWithinACellThatIsCut() {
        int x = SIDE / 3;
        long cut = Curve.hilbert(x, x, x);
        Owners owners = new Owners(new long[] {cut});
        int before = 0;
        for (int off = -40; off <= 40; off++) {
            int expected = Curve.hilbert(x + off, x, x) < cut ? 0 : 1;
            before += 1 - expected;
            assertThat(owners.of(x + off, x, x)).isEqualTo(expected);
        }
        assertThat(before).isBetween(1, 80);
    }
}
