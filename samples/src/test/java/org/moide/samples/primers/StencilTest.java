package org.moide.samples.primers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.programs.SmallSystem;

class StencilTest {
    private static final String NO_PICTURE = "--picture=none";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"7, 3", "1000, 2"}) // a picture takes two seconds
    void shouldDrawTheSamePlateOnAnyNumberOfThreads(int size, int engines) throws Exception {
        Path alone = folder.resolve("alone.png");
        Path shared = folder.resolve("shared.png");
        int[] system = new int[engines];
        Arrays.fill(system, 2);
        String[] words = {"--size=" + size, "--steps=0", "--wave=2", "--picture"};
        SmallSystem.Told told = SmallSystem.of(1).run(Stencil::new, with(words, alone));
        SmallSystem.of(system).run(Stencil::new, with(words, shared));
        assertThat(shared).hasSameBinaryContentAs(alone);
        assertThat(told.results()).containsEntry("picture", alone.toString());
        BufferedImage picture = ImageIO.read(alone.toFile());
        assertThat(picture.getWidth()).isEqualTo(Plate.SIDE);
        // Two half waves each way: hot above on the left, cold beside it, and nothing at the edges and between.
        int quarter = Plate.SIDE / 4;
        assertThat(red(picture, quarter, quarter)).isGreaterThan(200 + blue(picture, 1, 1));
        assertThat(red(picture, quarter, quarter)).isGreaterThan(40 + blue(picture, quarter, quarter));
        assertThat(blue(picture, 3 * quarter, quarter)).isGreaterThan(40 + red(picture, 3 * quarter, quarter));
        assertThat(red(picture, 2 * quarter, quarter) + blue(picture, 2 * quarter, quarter))
                .isLessThan(60);
    }

    private static String[] with(String[] words, Path last) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = last.toString();
        return all;
    }

    private static int red(BufferedImage picture, int x, int y) {
        return picture.getRGB(x, y) >> 16 & 255;
    }

    private static int blue(BufferedImage picture, int x, int y) {
        return picture.getRGB(x, y) & 255;
    }

    @Test
    void shouldSayBeforeItBeginsThatThePictureCannotBeWritten() {
        assertThatThrownBy(() -> new Stencil().check(Arguments.of("--picture", folder + "/none/plate.png")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--picture " + folder + "/none/plate.png: expected a file in a folder that is there, found"
                        + " no folder " + folder + "/none");
        assertThatThrownBy(() -> new Stencil().check(Arguments.of("--picture", folder.toString())))
                .isInstanceOf(UsageException.class)
                .hasMessageEndingWith("found a folder");
        assertThatThrownBy(() -> new Stencil().check(Arguments.of("--picture=")))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--picture: expected a value, found an empty one");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "1, 2", "3, 2"})
    void shouldFindTheSameHeatOnAnyNumberOfThreads(int engines, int threads) throws Exception {
        int[] system = new int[engines];
        Arrays.fill(system, threads);
        SmallSystem.Told alone =
                SmallSystem.of(1).run(Stencil::new, "--size=40", "--steps=200", "--wave=2", NO_PICTURE);
        SmallSystem.Told told =
                SmallSystem.of(system).run(Stencil::new, "--size=40", "--steps=200", "--wave=2", NO_PICTURE);
        assertThat(told.number("error")).isEqualTo(alone.number("error")).isPositive();
        assertThat(told.number("gridError")).isEqualTo(alone.number("gridError"));
        assertThat(told.results().get("sha256")).isEqualTo(alone.results().get("sha256"));
        assertThat(told.lines()).isEmpty();
        assertThat(told.results()).doesNotContainKey("picture");
    }

    @Test
    void shouldComeCloserToTheClosedFormOnAFinerGrid() throws Exception {
        // Four times the steps, each a quarter as long, go as far.
        double coarse = SmallSystem.of(2)
                .run(Stencil::new, "--size=19", "--steps=100", "--wave=1", NO_PICTURE)
                .number("error");
        double fine = SmallSystem.of(2)
                .run(Stencil::new, "--size=39", "--steps=400", "--wave=1", NO_PICTURE)
                .number("error");
        assertThat(fine).isLessThan(coarse / 3.5);
    }

    @Test
    void shouldShareRowsByPowerButLeaveNobodyWithout() throws Exception {
        SmallSystem.Told told = SmallSystem.of(1, 1, 1)
                .withPowers(1000.0, 1.0, 1.0)
                .run(Stencil::new, "--size=12", "--steps=50", "--wave=3", NO_PICTURE);
        assertThat(told.number("gridError")).isLessThan(1e-14);
    }

    @Test
    void shouldSayThatThereAreMoreThreadsThanRows() {
        assertThatThrownBy(() -> SmallSystem.of(2, 2).run(Stencil::new, "--size=3", "--wave=1", NO_PICTURE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected at least a row for each of 4 threads, found --size 3: give a larger one, or fewer"
                        + " threads");
    }

    @Test
    void shouldRefuseAWaveThatTheGridCannotShow() {
        assertThatThrownBy(() -> new Stencil().check(Arguments.of("--size=10", "--wave=11")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--wave: expected 1 to 10, found 11");
    }
}
