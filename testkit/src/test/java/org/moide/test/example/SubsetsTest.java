package org.moide.test.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.moide.MoideExecutor;
import org.moide.test.SimulatedExecutor;

class SubsetsTest {
    static long subsets(int[] numbers, int next, int sum) throws Exception {
        if (next == numbers.length) {
            return sum == 0 ? 1 : 0;
        }
        Future<Long> with = MoideExecutor.current().submit(() -> subsets(numbers, next + 1, sum - numbers[next]));
        return subsets(numbers, next + 1, sum) + with.get();
    }

    @SimulatedExecutor(engines = 3, seeds = 10, kills = 2, cuts = 1)
    void shouldCountEachSubsetOnceWhenEnginesAreLost(MoideExecutor executor) throws Exception {
        int[] numbers = {1, 2, 3, 4};
        assertThat(executor.submit(() -> subsets(numbers, 0, 5)).get()).isEqualTo(2);
        assertThat(executor.reduce(0, 8, sum -> subsets(numbers, 0, sum), Long::sum))
                .hasValue(13L);
    }
}
