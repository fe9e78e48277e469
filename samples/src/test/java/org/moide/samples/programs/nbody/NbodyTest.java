package org.moide.samples.programs.nbody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.SmallSystem;
import org.moide.samples.programs.SmallSystem.Told;
import org.moide.samples.programs.warm.Untimed;

class NbodyTest {
    private static final String NO_PICTURE = "--picture=none";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"1,1", "1,2", "2,1", "2,2", "3,1", "3,2", "5,3"})
    void shouldBeAsExactAsAskedWhenEnginesShareTheTree(int engines, int threads) throws Exception {
        Told fine = run(engines, threads, "--bodies", "2000", "--steps", "3", "--theta", "0.3", "--check");
        Told coarse = run(engines, threads, "--bodies", "2000", "--steps", "3", "--theta", "0.8", "--check");

        assertThat(fine.number("forceErrorRms")).isBetween(1e-6, 2e-3);
        assertThat(coarse.number("forceErrorRms")).isBetween(1e-4, 3e-2);
        assertThat(coarse.number("interactions")).isLessThan(0.6 * fine.number("interactions"));
        assertThat(fine.number("energyDrift")).isLessThan(1e-3);
        assertThat(fine.number("momentumDrift")).isLessThan(1e-4);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "3,2"})
    void shouldBeExactWhenEveryCellIsOpened(int engines, int threads) throws Exception {
        Told told = run(engines, threads, "--bodies=500", "--steps=2", "--theta=0", "--check");

        assertThat(told.number("forceErrorRms")).isLessThan(1e-12);
        assertThat(told.number("interactions")).isEqualTo(3.0 * 500 * 499);
    }

    /**
     * Tests engines with different numbers of threads. Each thread of an engine sends a part of the engine's regions,
     * and these parts must be as long as those of the engine with the fewest threads.
     */
    @Test
    void shouldBeExactWhenEnginesHaveDifferentNumbersOfThreads() throws Exception {
        Told told = SmallSystem.of(1, 3, 2)
                .run(Nbody::new, "--bodies=3000", "--steps=3", "--theta=0.3", "--check", NO_PICTURE);

        assertThat(told.number("forceErrorRms")).isLessThan(2e-3);
    }

    @Test
    void shouldCountTheInteractionsOfAllThreadsOnceWhenEnginesAreOthersNow() {
        List<NbodyState> all = List.of(state(5.0), state(7.0));

        assertThat(NbodyState.gathered(all, true).interactions()).isEqualTo(12.0);
        assertThat(NbodyState.gathered(all, false).interactions()).isZero();
        assertThat(NbodyState.gathered(all, false).others()).isTrue();
    }

    private static NbodyState state(double interactions) {
        return new NbodyState(
                1, 0, 1, interactions, Conserved.NOTHING, 0, false, null, Untimed.NOTHING, new double[0], null);
    }

    @Test
    void shouldGiveTheSamePositionsBitForBitWhenTheShapeIsTheSame() throws Exception {
        assertThat(positions(3, 2, "--rebalance", "1.0")).containsExactly(positions(3, 2, "--rebalance", "1.0"));
    }

    @Test
    void shouldGiveTheSamePositionsBitForBitWhenOneEngineHasOtherThreads() throws Exception {
        assertThat(positions(1, 1)).containsExactly(positions(1, 3));
    }

    @ParameterizedTest
    @CsvSource({"2,1", "2,2", "3,2"})
    void shouldGiveNearlyTheSamePositionsWhenTheShapeIsAnother(int engines, int threads) throws Exception {
        double[] expected = positions(1, 1);
        double[] found = positions(engines, threads);

        for (int i = 0; i < expected.length; i++) {
            assertThat(found[i]).isCloseTo(expected[i], within(2e-4));
        }
    }

    @Test
    void shouldPartitionAgainWhenAnEngineHasTooMuchWork() throws Exception {
        String[] options = {"--model=collision", "--bodies=1500", "--steps=8", "--dt=0.1", "--rebalance"};
        Told often = run(3, 1, with(options, "1.001"));
        Told never = run(3, 1, with(options, "1000"));

        assertThat(often.number("partitions")).isGreaterThan(2);
        assertThat(never.number("partitions")).isEqualTo(2); // by numbers of bodies, then by measured work
    }

    @Test
    void shouldHaveAboutTheWorkAndTheErrorOfOneEngineWhenBodiesOfTwoMix() throws Exception {
        String[] options = {"--bodies=3000", "--steps=40", "--dt=0.05", "--theta=1", "--check"};
        Told one = run(1, 1, options);
        Told two = run(2, 1, options);

        assertThat(two.number("interactions")).isLessThan(1.1 * one.number("interactions"));
        assertThat(two.number("forceErrorRms")).isLessThan(1.15 * one.number("forceErrorRms"));
    }

    /** Tests that space is divided again when bodies have left the box for which domains and trees were made. */
    @Test
    void shouldCutTheDomainsAnewWhenTheBodiesHaveLeftTheirBox() throws Exception {
        Path start = folder.resolve("start.csv");
        run(1, 1, "--bodies=300", "--steps=0", "--output", start.toString());
        Bodies bodies = BodyFile.read(start);
        String[] options = {"--steps=30", "--rebalance=1000", "--input", start.toString()};
        Told stays = run(2, 1, options);
        Arrays.setAll(bodies.vx, i -> bodies.vx[i] + 20.0);
        BodyFile.write(start, bodies);
        Told flies = run(2, 1, with(options, "--check"));

        assertThat(stays.number("partitions")).isEqualTo(2);
        assertThat(flies.number("partitions")).isGreaterThan(2);
        assertThat(flies.number("forceErrorRms")).isLessThan(0.01);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,2"})
    void shouldNeedFewerInteractionsForTheSameErrorWhenCellsHaveQuadrupoles(int engines, int threads) throws Exception {
        String[] options = {"--bodies=3000", "--steps=4", "--theta=0.9", "--check"};
        Told points = run(engines, threads, options);
        Told quadrupoles = run(engines, threads, with(options, "--quadrupoles"));

        assertThat(quadrupoles.number("interactions")).isLessThan(0.9 * points.number("interactions"));
        assertThat(quadrupoles.number("forceErrorRms")).isLessThan(1.1 * points.number("forceErrorRms"));
        assertThat(quadrupoles.number("energy")).isCloseTo(points.number("energy"), within(5e-4));
    }

    @Test
    void shouldBeExactWithQuadrupolesTooWhenEveryCellIsOpened() throws Exception {
        Told told = run(2, 1, "--bodies=300", "--steps=1", "--theta=0", "--check", "--quadrupoles");

        assertThat(told.number("forceErrorRms")).isLessThan(1e-12);
    }

    @Test
    void shouldGiveTheSamePositionsWhenItHasWarmedUp() throws Exception {
        Told told = run(2, 1, "--bodies=200", "--steps=1", "--warm-up-limit=0.05");

        assertThat(told.results().get("warmUp")).asString().contains("untimed step");
        assertThat(positions(2, 1, "--warm-up-limit=0.05")).containsExactly(positions(2, 1));
    }

    /**
     * Tests that the warm-up reports progress and saves states, so that no measured step is the first to do so. A run
     * that is restored from a state saved in the warm-up begins at step 0. There is only one measured step, and no safe
     * point after it.
     */
    @Test
    void shouldTellOfProgressAndSaveWhatLeadsBackToTheBeginningInUntimedSteps() throws Exception {
        Told warm = run(2, 1, "--bodies=200", "--steps=1", "--warm-up-limit=0.05");
        Told cold = run(2, 1, "--bodies=200", "--steps=1");

        long untimed = warm.progress().stream().filter(done -> done == 0).count();
        assertThat(untimed).isPositive();
        assertThat(warm.checkpoints()).as("one of each thread for each step").hasSize((int) (2 * untimed));
        assertThat(warm.checkpoints())
                .allSatisfy(state -> assertThat(((NbodyState) state).step()).isZero());
        assertThat(cold.progress()).containsExactly(1L);
        assertThat(cold.checkpoints()).isEmpty();
    }

    @Test
    void shouldMeasureWhatItsSafePointsCost() throws Exception {
        Told told = run(2, 1, "--bodies=200", "--steps=45", "--checkpoint-cost");

        assertThat(told.number("checkpointCost")).isGreaterThan(-1.0).isFinite();
    }

    @Test
    void shouldGiveAnEngineWorkInProportionToItsPower() {
        Bodies bodies = Plummer.cluster(1000, 1);
        Domains domains = Domains.of(bodies, new double[] {0.1, 0.6, 0.3});

        assertThat(List.of(domains.count(0), domains.count(1), domains.count(2)))
                .containsExactly(100, 600, 300);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldRunWhenThereAreFewerBodiesThanEngines(int bodies) throws Exception {
        Told told = SmallSystem.of(2, 1, 1, 1)
                .run(Nbody::new, "--bodies", "" + bodies, "--steps", "2", "--check", NO_PICTURE);

        assertThat(told.number("forceErrorRms")).isLessThan(1e-12);
        assertThat(told.number("energyDrift")).isLessThan(0.1);
    }

    @Test
    void shouldGoOnFromAFileItWrote() throws Exception {
        Path half = folder.resolve("half.csv");
        Path resumed = folder.resolve("resumed.csv");
        Path whole = folder.resolve("whole.csv");
        String[] options = {"--theta=0.2", "--steps"};
        run(1, 1, with(options, "2", "--bodies=300", "--output", half.toString()));
        run(1, 1, with(options, "2", "--input", half.toString(), "--output", resumed.toString()));
        run(1, 1, with(options, "4", "--bodies=300", "--output", whole.toString()));

        Bodies expected = BodyFile.read(whole);
        Bodies found = BodyFile.read(resumed);
        for (int i = 0; i < expected.count(); i++) {
            assertThat(found.x[i]).isCloseTo(expected.x[i], within(1e-9));
        }
        assertThat(Files.readAllLines(whole)).hasSize(301).first().isEqualTo("x,y,z,vx,vy,vz,mass,ax,ay,az");
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1"})
    void shouldComeBackWhenTwoBodiesHaveGoneRoundEachOtherOnce(int engines, int threads) throws Exception {
        Path start = folder.resolve("pair.csv");
        Path end = folder.resolve("end.csv");
        Files.writeString(start, "0.5,0,0, 0,0.5,0, 0.5\n-0.5,0,0, 0,-0.5,0, 0.5\n");
        run(
                engines,
                threads,
                "--input",
                start.toString(),
                "--steps=400",
                "--eps=1e-6",
                "--dt",
                "" + Math.PI / 200,
                "--output",
                end.toString());

        Bodies bodies = BodyFile.read(end);
        assertThat(bodies.x).containsExactly(new double[] {0.5, -0.5}, within(1e-3));
        assertThat(bodies.y).containsExactly(new double[] {0.0, 0.0}, within(2e-3));
        assertThat(bodies.vy).containsExactly(new double[] {0.5, -0.5}, within(1e-3));
    }

    @Test
    void shouldWritePicturesOfTheStepsThatAreAskedFor() throws Exception {
        Path frames = folder.resolve("film");
        run(2, 1, "--bodies=200", "--steps=2", "--frames", frames.toString(), "--frame-every=1");

        for (String name : List.of("frame-00000.png", "frame-00001.png", "frame-00002.png")) {
            BufferedImage picture = ImageIO.read(frames.resolve(name).toFile());
            assertShowsACluster(picture);
        }
        assertThat(frames.resolve("frame-00003.png")).doesNotExist();
    }

    @Test
    void shouldWriteAFilmOfAllItsPictures() throws Exception {
        Path film = folder.resolve("film.png");
        Told told =
                run(2, 1, "--bodies=400", "--steps=4", "--film", film.toString(), "--frame-every=2", "--model=plummer");

        assertThat(told.results()).containsEntry("film", film.toString());
        String bytes = Files.readString(film, StandardCharsets.ISO_8859_1);
        assertThat(Pattern.compile("fcTL").matcher(bytes).results().count()).isEqualTo(3L);
        BufferedImage first = ImageIO.read(film.toFile());
        assertThat(first.getWidth()).isEqualTo(Sky.FILM_WIDTH);
        assertThat(green(first.getRGB(Sky.FILM_WIDTH / 2, Sky.FILM_HEIGHT / 2))).isGreaterThan(50);
    }

    @Test
    void shouldRefuseAFilmThatCannotBe() {
        assertThatThrownBy(() -> new Nbody().check(Arguments.of("--film", "film.gif")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("ends with .png, found 'film.gif'");
        assertThatThrownBy(() -> new Nbody()
                        .check(Arguments.of("--film", "film.png", "--steps", "100000", "--frame-every", "1")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("expected at most 1000 pictures, found 100001");
    }

    private static void assertShowsACluster(BufferedImage picture) {
        assertThat(picture.getWidth()).isEqualTo(Sky.WIDTH);
        int[] pixels = picture.getRGB(0, 0, Sky.WIDTH, Sky.HEIGHT, null, 0, Sky.WIDTH);
        assertThat(Arrays.stream(pixels).distinct().count()).isGreaterThan(200);
        assertThat(green(picture.getRGB(Sky.WIDTH / 2, Sky.HEIGHT / 2)))
                .isGreaterThan(50 + green(picture.getRGB(0, 0)));
    }

    @Test
    void shouldLeaveTheSamePictureWhenTheRunIsTheSame() throws Exception {
        Path first = folder.resolve("first.png");
        Path second = folder.resolve("second.png");
        Told told = run(2, 2, "--bodies=400", "--steps=2", "--picture", first.toString());
        run(2, 2, "--bodies=400", "--steps=2", "--picture", second.toString());
        assertThat(told.results()).containsEntry("picture", first.toString());
        assertThat(told.lines()).isEmpty();
        assertThat(second).hasSameBinaryContentAs(first);
        assertShowsACluster(ImageIO.read(first.toFile()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldDrawFewBodiesToo(int bodies) throws Exception {
        Path file = folder.resolve("few.png");
        run(1, 1, "--bodies=" + bodies, "--steps=1", "--picture", file.toString());
        assertThat(green(ImageIO.read(file.toFile()).getRGB(0, 0))).isLessThan(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0", "NaN", "Infinity", "1e9", "x"})
    void shouldRefuseAStepThatTakesNoTimeOrGoesBack(String step) {
        assertThatThrownBy(() -> new Nbody().check(Arguments.of("--dt=" + step)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--dt: expected ")
                .hasMessageContaining("1.0E-9 to 1000.0, found ");
    }

    @Test
    void shouldSayWhatItExpectsWhenArgumentsAreWrong() {
        assertThatThrownBy(() -> new Nbody().check(Arguments.of("--theta", "1.5")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--theta: expected 0.0 to 1.0, found 1.5");
        assertThatThrownBy(() -> new Nbody().check(Arguments.of("--output", folder + "/none/out.csv")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("expected a file in a folder that exists");
        assertThatThrownBy(() -> new Nbody().check(Arguments.of("--input", folder + "/none.csv")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no such file");
    }

    private static int green(int pixel) {
        return pixel >> 8 & 0xff;
    }

    private static String[] with(String[] options, String... more) {
        String[] all = Arrays.copyOf(options, options.length + more.length);
        System.arraycopy(more, 0, all, options.length, more.length);
        return all;
    }

    private static Told run(int engines, int threads, String... arguments) throws Exception {
        int[] shape = new int[engines];
        Arrays.fill(shape, threads);
        String[] all = Arrays.stream(arguments).anyMatch("--picture"::equals) ? arguments : with(arguments, NO_PICTURE);
        return SmallSystem.of(shape).run(Nbody::new, all);
    }

    private double[] positions(int engines, int threads, String... more) throws Exception {
        Path file = folder.resolve("out.csv");
        String[] options = {"--bodies=1000", "--steps=3", "--theta=0.5", "--output", file.toString()};
        run(engines, threads, with(options, more));
        Bodies bodies = BodyFile.read(file);
        double[] positions = new double[3 * bodies.count()];
        System.arraycopy(bodies.x, 0, positions, 0, bodies.count());
        System.arraycopy(bodies.y, 0, positions, bodies.count(), bodies.count());
        System.arraycopy(bodies.z, 0, positions, 2 * bodies.count(), bodies.count());
        return positions;
    }
}
