package org.moide.samples.programs.ants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.FileImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialWorkers;
import org.moide.samples.programs.ants.Message.Part;

class AntsTest {
    private static final String NO_PICTURE = "--picture=none";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"1x1, 1, 0", "2x1, 2, 1", "1x3, 2, 0", "3x2, 3, 1", "5x4, 4, 2"})
    void shouldFindTheAntsOfOneGridWhateverMoves(String regions, int engines, long seed) throws Exception {
        String[] words = {"--size=47x31", "--ants=300", "--steps=120", "--check", NO_PICTURE, "--regions=" + regions};
        SequentialRunner.Said said = SequentialWorkers.run(Ants::new, engines, seed, words);
        assertThat(said.results)
                .containsEntry("verified", true)
                .containsEntry("ants", 300)
                .containsEntry("sha256", "18fdd00ab2212a03a57ebd0d3b468d45c70f71d10a0f42a550f6d6d81b7e6482");
        assertThat(said.number("food")).isGreaterThan(20.0);
    }

    @Test
    void shouldKeepAntsInRegionsOfOneCell() throws Exception {
        SequentialRunner.Said said = SequentialWorkers.run(
                Ants::new, 2, 3, "--size=4x3", "--regions=4x3", "--ants=9", "--steps=25", "--check", NO_PICTURE);
        assertThat(said.results).containsEntry("verified", true);
    }

    @Test
    void shouldLetTheBusyRegionsWander() {
        Options options = Options.of(Arguments.of("--size=120x90", "--ants=2000", "--sources=1"));
        Rules rules = new Rules(options);
        assertThat(rules.food(0).isAt(107, 45)).isTrue();
        assertThat(rules.food(1200).isAt(107, 45)).isFalse();
        int[] right = new int[2];
        for (int period = 0; period < 2; period++) {
            WholeGrid grid = new WholeGrid(Options.of(
                    Arguments.of("--size=120x90", "--ants=2000", "--sources=1", "--steps=" + (300 + 1200 * period))));
            grid.runAll();
            for (int ant = 0; ant < 2000; ant++) {
                right[period] += grid.ant(ant)[0] >= 60 ? 1 : 0;
            }
        }
        assertThat(right[0]).isGreaterThan(right[1] + 400);
    }

    @Test
    void shouldDrawPicturesAndAFilmOfThem() throws Exception {
        Path film = folder.resolve("ants.gif");
        Path picture = folder.resolve("ants.png");
        Path frames = folder.resolve("frames");
        SequentialRunner.Said said = SequentialWorkers.run(
                Ants::new,
                3,
                1,
                "--size=48x32",
                "--regions=4x2",
                "--ants=50",
                "--steps=25",
                "--frame-every=10",
                "--film=" + film,
                "--frames=" + frames,
                "--picture=" + picture);
        assertThat(said.results)
                .containsEntry("film", film.toString())
                .containsEntry("frames", frames.toString())
                .containsEntry("picture", picture.toString());
        assertThat(frames.toFile().list())
                .containsExactlyInAnyOrder("frame-00000.png", "frame-00001.png", "frame-00002.png");
        BufferedImage first = ImageIO.read(frames.resolve("frame-00000.png").toFile());
        // The nest in the middle, and the ants where they begin.
        assertThat(first.getWidth()).isEqualTo(48);
        assertThat(first.getRGB(24, 17) & 0xFFFFFF).isIn(0x2E6FD8, 0x9FC4E8);
        assertThat(countOf(0x9FC4E8, first)).isBetween(40, 50);
        ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
        try (FileImageInputStream in = new FileImageInputStream(film.toFile())) {
            reader.setInput(in);
            assertThat(reader.getNumImages(true)).isEqualTo(3);
            assertThat(countOf(0x9FC4E8, reader.read(0))).isEqualTo(countOf(0x9FC4E8, first));
        } finally {
            reader.dispose();
        }
        assertThat(ImageIO.read(picture.toFile()).getHeight()).isEqualTo(32);
    }

    private static int countOf(int colour, BufferedImage picture) {
        int count = 0;
        for (int at = 0; at < picture.getWidth() * picture.getHeight(); at++) {
            count += (picture.getRGB(at % picture.getWidth(), at / picture.getWidth()) & 0xFFFFFF) == colour ? 1 : 0;
        }
        return count;
    }

    @Test
    void shouldNoticeANeighbourThatIsTooFarAheadOrSpeaksTwice() {
        Options options = Options.of(Arguments.of("--size=8x8", "--regions=2x2", "--ants=1"));
        Region region = new Region(options, 3, new Rules(options));
        region.hear(new Part(1, 2, new int[0]));
        assertThatThrownBy(() -> region.hear(new Part(1, 2, new int[0])))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("region 3, half step 1: expected one message from way 2, found two");
        assertThatThrownBy(() -> region.hear(new Part(2, 2, new int[0])))
                .hasMessage("region 3, half step 0: expected neighbours to be as far or one ahead, found half 2");
        assertThat(region.isReady()).isFalse();
    }

    @Test
    void shouldNoticeAntsThatAreLostOrDoubled() {
        Options options = Options.of(Arguments.of("--size=8x8", "--regions=2x1", "--ants=30", "--steps=0", NO_PICTURE));
        Rules rules = new Rules(options);
        Region left = new Region(options, 0, rules);
        Region right = new Region(options, 1, rules);
        Outcome half = new Outcome(left);
        assertThatThrownBy(half::requireAll)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected 30 ants in 2 regions and 0 pictures, found "
                        + left.ants().count() + ", 1 and 0");
        right.ants().addAll(left.ants().numbers());
        assertThatThrownBy(() -> half.add(new Outcome(right)).requireAll())
                .hasMessageStartingWith("expected each ant once, found ant ")
                .hasMessageEndingWith(" again in region 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--size=0x5 | --size: expected width and height such as 480x360, found '0x5'",
                "--size=99999x99999 | --size: expected at most 67108864 cells, found 99999x99999",
                "--regions=8 | --regions: expected columns and rows such as 8x6, found '8'",
                "--regions=481x1 | --regions: expected at most a column and a row for each of 480x360 cells, and at most"
                        + " 100000 regions, found 481x1",
                "--film=ants.mp4 | --film: expected a file's name that ends with .gif, found 'ants.mp4'",
                "--frames=/dev/null | --frames /dev/null: expected a folder, found a file"
            })
    void shouldRefuseWhatItCannotDo(String word, String message) {
        assertThatThrownBy(() -> new Ants().check(Arguments.of(word, NO_PICTURE)))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void shouldRefuseOneFileForPictureAndFilm() throws Exception {
        Path file = Files.createDirectory(folder.resolve("out")).resolve("ants.gif");
        assertThatThrownBy(() -> new Ants().check(Arguments.of("--film=" + file, "--picture=" + file)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("expected another file than that of --picture");
    }

    @Test
    void shouldKnowTheWays() {
        for (int way = 0; way < Heading.COUNT; way++) {
            assertThat(Heading.of(Heading.dx(way), Heading.dy(way))).isEqualTo(way);
            assertThat(Heading.dx(Heading.back(way))).isEqualTo(-Heading.dx(way));
            assertThat(Heading.dy(Heading.back(way))).isEqualTo(-Heading.dy(way));
        }
    }
}
