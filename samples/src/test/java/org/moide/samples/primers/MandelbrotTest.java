package org.moide.samples.primers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.samples.programs.SmallSystem;
import org.moide.samples.programs.SmallSystem.Told;

class MandelbrotTest {
    private static final String[] WORDS = {"--size=40", "--bands=8", "--limit=50", "--passes=2", "--picture=none"};

    /** Counts one point after the other, as the definition of the set says. */
    private static long iterations(int size, int limit) {
        long iterations = 0;
        for (int point = 0; point < size * size; point++) {
            double x = -2.2 + 3.0 * (point % size) / size;
            double y = 1.5 - 3.0 * (point / size) / size;
            double real = 0;
            double imaginary = 0;
            for (int step = 0; step < limit && real * real + imaginary * imaginary <= 4; step++) {
                double next = real * real - imaginary * imaginary + x;
                imaginary = 2 * real * imaginary + y;
                real = next;
                iterations++;
            }
        }
        return iterations;
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 41})
    void shouldCountAsManyIterationsAsPointsTakeOneByOne(int size) throws Exception {
        Told told = SmallSystem.of(1, 1).run(Mandelbrot::new, "--size=" + size, "--limit=50", "--picture=none");

        assertThat(told.number("iterations")).isEqualTo(iterations(size, 50));
    }

    @Test
    void shouldCountEachRowOnceWhenMoreOrFewerThreadsGoOnFromASafePoint() throws Exception {
        Told two = SmallSystem.of(1, 1).run(Mandelbrot::new, WORDS);
        assertThat(two.checkpoints()).as("of each thread between the passes").hasSize(2);

        Told three = SmallSystem.of(1, 1, 1).goingOnFrom(two.checkpoints()).run(Mandelbrot::new, WORDS);
        Told one = SmallSystem.of(1).goingOnFrom(two.checkpoints()).run(Mandelbrot::new, WORDS);

        assertThat(two.number("iterations")).isPositive();
        assertThat(three.number("iterations")).isEqualTo(two.number("iterations"));
        assertThat(one.number("iterations")).isEqualTo(two.number("iterations"));
        assertThat(three.checkpoints()).as("after the last pass").isEmpty();
    }
}
