package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EarlierRunsTest {
    private final EarlierRuns runs = new EarlierRuns(8, 2);

    @Test
    void shouldNotMindLoadersThatAreGarbage() {
        for (int run = 0; run < 40; run++) {
            assertThat(runs.ended(new URLClassLoader(new URL[0]))).isZero();
        }
    }

    @Test
    void shouldSayWhenRunsAreHeldForEver() {
        List<ClassLoader> held = new ArrayList<>();
        List<Integer> said = new ArrayList<>();
        for (int run = 0; run < 8; run++) {
            ClassLoader loader = new URLClassLoader(new URL[0]);
            held.add(loader);
            said.add(runs.ended(loader));
        }
        assertThat(said).containsExactly(0, 0, 0, 0, 0, 0, 0, 8);
        assertThat(held).hasSize(8);
    }

    @Test
    void shouldNotMindTheFewThatAreHeldForAWhile() {
        ClassLoader held = new URLClassLoader(new URL[0]);
        runs.ended(held);
        for (int run = 0; run < 40; run++) {
            assertThat(runs.ended(new URLClassLoader(new URL[0]))).isZero();
        }
        assertThat(held).isNotNull();
    }
}
