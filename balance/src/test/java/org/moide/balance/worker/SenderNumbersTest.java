package org.moide.balance.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SenderNumbersTest {
    @Test
    void shouldBeAMapWhateverIsPutAndRemoved() {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom chance = new SplittableRandom(seed);
            Map<Long, Long> right = new HashMap<>();
            SenderNumbers numbers = new SenderNumbers(right);
            for (int step = 0; step < 50; step++) {
                long sender = chance.nextInt(4) - 1L; // -1 is the sender before workers begin
                if (chance.nextInt(3) == 0) {
                    right.remove(sender);
                    numbers.remove(sender);
                } else {
                    long to = chance.nextLong(1, 9);
                    right.put(sender, to);
                    numbers.put(sender, to);
                }
                assertThat(numbers.copy()).as("seed %s", seed).isEqualTo(right);
                for (long other = -1; other < 4; other++) {
                    assertThat(numbers.get(other)).isEqualTo(right.getOrDefault(other, 0L));
                }
                assertThat(new SenderNumbers(right).copy()).isEqualTo(right);
            }
        }
    }
}
