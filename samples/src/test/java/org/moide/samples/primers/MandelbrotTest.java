package org.moide.samples.primers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.moide.samples.programs.SmallSystem;
import org.moide.samples.programs.SmallSystem.Told;

class MandelbrotTest {
    private static final String[] WORDS = {"--size=40", "--bands=8", "--limit=50", "--passes=2", "--picture=none"};

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
