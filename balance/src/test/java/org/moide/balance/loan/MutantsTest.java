package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.commlib.sim.SimulationException;

/** PROMISES R2: the same simulations as in the other tests see every planted bug, within some thousand seeds. */
class MutantsTest {
    /** Most are seen among the first 100; a late letter of an engine that was replaced does harm once in 2,000 runs. */
    private static final long SEEDS = 5_000;

    static Stream<String> ofBags() {
        return Mutants.ofBags().keySet().stream();
    }

    static Stream<String> ofRounds() {
        return Mutants.ofRounds().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("ofBags")
    @Timeout(120)
    void shouldBeSeenWhenABagIsRun(String mutant) {
        shouldBeSeen(mutant, Mutants.ofBags(), (cores, seed) -> new BagSimulation(seed, cores).run());
    }

    @ParameterizedTest
    @MethodSource("ofRounds")
    @Timeout(120)
    void shouldBeSeenWhenRoundsAreRun(String mutant) {
        shouldBeSeen(mutant, Mutants.ofRounds(), (cores, seed) -> new RoundsSimulation(seed, cores).run());
    }

    private static void shouldBeSeen(String mutant, Map<String, Cores> mutants, ObjLongConsumer<Cores> run) {
        long seed = 0;
        boolean seen = false;
        while (!seen && seed < SEEDS) {
            try {
                run.accept(mutants.get(mutant), seed);
            } catch (SimulationException found) {
                seen = true;
            }
            seed++;
        }
        assertThat(seen).as(mutant + ": seen within " + SEEDS + " seeds").isTrue();
    }
}
