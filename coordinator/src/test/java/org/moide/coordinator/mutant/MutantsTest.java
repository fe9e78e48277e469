package org.moide.coordinator.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that runs in simulated time find the faults that are planted in the cores, called mutants. The
 * test also fails if a mutant no longer fits its source, or does not compile.
 *
 * <p>With {@code -Dmoide.tier=1} the test searches for the seed of the first simulated run, from 1 on, that finds each
 * mutant, prints it, and writes the table with these seeds to {@code target/mutants}.
 */
@Timeout(1_200)
class MutantsTest {
    private static final boolean SEARCHES = Integer.getInteger("moide.tier", 0) >= 1;

    /** The number of seeds that are tried for a mutant. The run of one of them must find it. */
    private static final long MOST_SEEDS = 2_000;

    /**
     * The number of seeds that are tried for a mutant if the run of the seed in the table does not find it any more.
     * That happens when the simulation or the core has changed a little.
     */
    private static final long OTHER_SEEDS = 100;

    /**
     * The number of seeds of the runs in which no class has a planted fault. These runs show that loading classes again
     * does no harm. If it did harm, a few runs would show that; SimulatedRunTest has more of them.
     */
    private static final int SEEDS_WITHOUT_MUTANTS =
            Math.max(1, Math.min(5, Integer.getInteger("moide.seeds", 100) / 200));

    // A run of workers takes several times as long.
    private static final int SEEDS_OF_WORKERS_WITHOUT = SEARCHES ? 2 : 1;
    private static final int FEWEST_MUTANTS = 60;

    /**
     * The mutants whose runs take long: runs of workers, and runs that wait for minutes of simulated time for an event
     * that never comes.
     */
    private static final Set<String> SLOW = Set.of(
            "a holder that has an object no more is named again and again",
            "a resumed run does not know what tasks have written",
            "a resumed run does not know what tasks wrote that can be made again");

    private static final Set<Player> OF_WORKERS = Set.of(Player.WORKERS, Player.CHANGES);

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final ClassFiles FILES = new ClassFiles();
    private static final MutantCompiler COMPILER = new MutantCompiler(ROOT);

    private static final Path TABLE = Path.of("src", "test", "resources", "mutants");
    private static final Map<String, Long> FIRST_SIGHTINGS = new TreeMap<>();

    static List<Mutant> mutants() {
        return MutantTable.read(TABLE).stream()
                .filter(mutant -> !isSlow(mutant))
                .toList();
    }

    static List<Mutant> slowMutants() {
        return MutantTable.read(TABLE).stream().filter(MutantsTest::isSlow).toList();
    }

    private static boolean isSlow(Mutant mutant) {
        return OF_WORKERS.contains(mutant.player()) || SLOW.contains(mutant.name()) || isForAnotherDay(mutant);
    }

    /**
     * Returns whether a mutant is skipped today, since the default build tests each mutant only on one day of seven.
     */
    private static boolean isForAnotherDay(Mutant mutant) {
        long day = LocalDate.now(ZoneOffset.UTC).toEpochDay();
        return !SEARCHES && Math.floorMod(mutant.name().hashCode() + day, 7) != 0;
    }

    @AfterAll
    static void close() throws IOException {
        COMPILER.close();
        if (SEARCHES) {
            MutantTable.write(TABLE, Path.of("target", "mutants"), FIRST_SIGHTINGS);
        }
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldBeSeen(Mutant mutant) throws IOException {
        Map<String, byte[]> changed = COMPILER.compile(mutant);
        World world = World.with(changed, ClassFiles.packageOf(mutant.className()), mutant.player(), FILES);
        long seed = seenBy(world, mutant);
        assertThat(seed)
                .as("%s: the seed of %s that sees it", mutant, mutant.player())
                .isPositive();
        FIRST_SIGHTINGS.put(mutant.name(), seed);
        if (SEARCHES || seed != mutant.seed()) {
            System.out.println(mutant + ": seen by " + mutant.player() + ", seed " + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("slowMutants")
    @Tag("full")
    void shouldBeSeenThoughThatTakesLong(Mutant mutant) throws IOException {
        shouldBeSeen(mutant);
    }

    @Test
    void shouldFitTheirSourcesThoughTheyAreNotPlayed() throws IOException {
        List<Mutant> notPlayed = slowMutants();
        assertThat(notPlayed).isNotEmpty();
        COMPILER.requireFitting(notPlayed);
    }

    private static long seenBy(World world, Mutant mutant) {
        if (SEARCHES) {
            return world.firstWrong(1, MOST_SEEDS);
        }
        return world.isWrong(mutant.seed()) ? mutant.seed() : world.firstWrong(1, OTHER_SEEDS);
    }

    /**
     * Checks that no run fails in which no class has a planted fault. If one did, runs with mutants might also fail for
     * that reason.
     */
    @ParameterizedTest
    @EnumSource(Player.class)
    void shouldSeeNothingWhenAllIsAsItWas(Player player) {
        World world = World.with(Map.of(), "org.moide.commlib.registration", player, FILES);
        assertThat(world.firstWrong(1, OF_WORKERS.contains(player) ? SEEDS_OF_WORKERS_WITHOUT : SEEDS_WITHOUT_MUTANTS))
                .as("the seed that goes wrong")
                .isZero();
    }

    @Test
    void shouldBeMany() {
        assertThat(MutantTable.read(TABLE)).hasSizeGreaterThanOrEqualTo(FEWEST_MUTANTS);
        assertThat(MutantTable.read(TABLE)).extracting(Mutant::name).doesNotHaveDuplicates();
    }

    @Test
    void shouldRefuseAMutantWhenItsLinesAreNotThereOnce() throws IOException {
        Mutant absent = mutant("-no such line", "+another");
        Mutant ambiguous = mutant("-}", "+} //");
        assertThatThrownBy(() -> COMPILER.compile(absent)).hasMessageContaining("found 0 times");
        assertThatThrownBy(() -> COMPILER.compile(ambiguous)).hasMessageContaining("bring the mutant up to date");
    }

    @Test
    void shouldRefuseAMutantWhenItDoesNotCompile() {
        Mutant broken = mutant("-    private RecordBytes() {}", "+    private RecordBytes() {");
        assertThatThrownBy(() -> COMPILER.compile(broken)).hasMessageContaining("does not compile");
    }

    private static Mutant mutant(String was, String is) {
        return new Mutant(
                "a try",
                "coordinator/src/main/java/org/moide/coordinator/journal/RecordBytes.java",
                List.of(was, is),
                Player.BAG,
                1);
    }
}
