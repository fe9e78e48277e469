package org.moide.samples.programs.blockmatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;
import org.moide.samples.picture.Png;

class BlockMatchTest {
    @TempDir
    private Path folder;

    @Test
    void shouldFindWhereABlockWasWhenAllHasMoved() {
        Frame before = noise(40, 40, 3);
        Frame now = moved(before, 3, -2);

        Search.Found found = new Search(8, 5).find(now, before, 16, 16);

        assertThat(found).isEqualTo(new Search.Found(2, -3, 0));
    }

    @Test
    void shouldChooseTheNearestOfEqualsThenTheUppermostThenTheLeftmost() {
        Frame grey = new Frame(20, 20, new byte[400]);
        assertThat(new Search(4, 3).find(grey, grey, 8, 8)).isEqualTo(new Search.Found(0, 0, 0));

        // One stripe in four differs, and the block is on another one: up and down are equally good.
        byte[] striped = new byte[400];
        Arrays.fill(striped, 8 * 20, 9 * 20, (byte) 9);
        Search.Found found = new Search(1, 3).find(new Frame(20, 20, new byte[400]), new Frame(20, 20, striped), 8, 8);
        assertThat(found).isEqualTo(new Search.Found(-1, 0, 0));
    }

    @Test
    void shouldFindAsMuchAsASearchThatNeverStopsEarly() {
        Frame before = noise(33, 25, 3);
        Frame now = noise(33, 25, 7);
        Search search = new Search(8, 4);
        for (int y = 0; y + 8 <= 25; y += 8) {
            for (int x = 0; x + 8 <= 33; x += 8) {
                assertThat(search.find(now, before, x, y)).isEqualTo(plain(now, before, x, y));
            }
        }
    }

    /** Returns the best match of a block, computed by the definition: all shifts are tried, one after the other. */
    private static Search.Found plain(Frame now, Frame before, int x, int y) {
        Search.Found best = new Search.Found(0, 0, Integer.MAX_VALUE);
        for (int dy = -4; dy <= 4; dy++) {
            for (int dx = -4; dx <= 4; dx++) {
                if (x + dx < 0 || y + dy < 0 || x + dx + 8 > before.width() || y + dy + 8 > before.height()) {
                    continue;
                }
                int sum = 0;
                for (int row = 0; row < 8; row++) {
                    for (int column = 0; column < 8; column++) {
                        sum += Math.abs((now.luma()[(y + row) * now.width() + x + column] & 0xFF)
                                - (before.luma()[(y + dy + row) * before.width() + x + dx + column] & 0xFF));
                    }
                }
                Search.Found found = new Search.Found(dy, dx, sum);
                boolean nearer = Math.abs(dy) + Math.abs(dx) < Math.abs(best.dy()) + Math.abs(best.dx());
                if (sum < best.error() || (sum == best.error() && nearer)) {
                    best = found;
                }
            }
        }
        return best;
    }

    @Test
    void shouldFindTheSameVectorsHoweverBlocksAreSharedAndCheckThem() throws Exception {
        Path vectors = folder.resolve("v.csv");
        Path picture = folder.resolve("p.png");
        Said one = run(1, "--size", "100x60", "--frames", "4", "--check");
        Said three = run(
                3,
                "--size",
                "100x60",
                "--frames",
                "4",
                "--check",
                "--vectors",
                vectors.toString(),
                "--picture",
                picture.toString());

        assertThat(three.results)
                .containsEntry("blocks", 3 * 6 * 3)
                .containsEntry("verified", true)
                .containsEntry("checksum", one.results.get("checksum"));
        assertThat(Files.readAllLines(vectors))
                .hasSize(1 + 3 * 6 * 3)
                .first()
                .isEqualTo("frame,row,column,dy,dx,error");
        assertThat(Files.readAllBytes(picture)).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void shouldFindTheSameVectorsWhicheverEngineReadsTheFilm() throws Exception {
        Object expected = run(1, "--size", "64x48", "--frames", "8").results.get("checksum");

        for (int engines = 1; engines <= 9; engines++) { // the ninth part of eight frames has none
            assertThat(run(engines, "--size", "64x48", "--frames", "8", "--start", "even").results)
                    .as("%d engines", engines)
                    .containsEntry("blocks", 7 * 4 * 3)
                    .containsEntry("checksum", expected);
        }
        assertWrong("--start: expected one or even, found 'two'", "--start", "two");
    }

    @Test
    void shouldReadTheSameFilmInEachFormat() throws Exception {
        MovingScene scene = new MovingScene(64, 48, 3, 5);
        Path film = folder.resolve("film.y4m");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("YUV4MPEG2 W64 H48 F25:1 Ip C420jpeg\n".getBytes(StandardCharsets.US_ASCII));
        for (int frame = 0; frame < 3; frame++) {
            byte[] luma = scene.frame(frame).luma();
            out.writeBytes("FRAME\n".getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(luma);
            out.writeBytes(new byte[64 * 48 / 2]);
            ByteArrayOutputStream grey = new ByteArrayOutputStream();
            grey.writeBytes("P5\n# made by hand\n64 48\n255\n".getBytes(StandardCharsets.US_ASCII));
            grey.writeBytes(luma);
            Files.write(folder.resolve(String.format("f%03d.pgm", frame)), grey.toByteArray());
            Png.write(folder.resolve(String.format("frame-%04d.png", frame + 1)), 64, 48, colours(luma));
        }
        Files.write(film, out.toByteArray());

        Object expected = run(1, "--size", "64x48", "--frames", "3", "--seed", "5")
                .results
                .get("checksum");

        assertThat(run(2, "--input", film.toString()).results).containsEntry("checksum", expected);
        assertThat(run(2, "--input", folder.resolve("f%03d.pgm").toString()).results)
                .containsEntry("checksum", expected);
        assertThat(run(2, "--input", folder.resolve("frame-%04d.png").toString()).results)
                .containsEntry("checksum", expected);
    }

    private static byte[] colours(byte[] luma) {
        byte[] rgb = new byte[3 * luma.length];
        for (int at = 0; at < rgb.length; at++) {
            rgb[at] = luma[at / 3];
        }
        return rgb;
    }

    @Test
    void shouldSayWhichPictureIsWrongBeforeAnythingIsComputed() throws Exception {
        byte[] good = Png.encode(20, 20, new byte[3 * 400]);
        Path second = folder.resolve("p2.png");
        Files.write(folder.resolve("p1.png"), good);

        Files.write(second, Arrays.copyOf(good, good.length - 20));
        assertPictureWrong("p2.png: expected the chunk IDAT up to byte " + (good.length - 12));

        Files.write(second, Png.encode(20, 10, new byte[3 * 200]));
        assertPictureWrong("p2.png: expected 20 × 20 pixels as " + folder + "/p1.png has, found 20 × 10");

        Files.writeString(second, "GIF89a and so on");
        assertPictureWrong("p2.png: expected a PNG picture, found a file that does not begin like one");
    }

    @Test
    void shouldSayWhichPictureCannotBeDecoded() throws Exception {
        byte[] damaged = Png.encode(20, 20, new byte[3 * 400]);
        Files.write(folder.resolve("p1.png"), damaged);
        int data = new String(damaged, StandardCharsets.ISO_8859_1).indexOf("IDAT") + 4;
        damaged[data] = 0;
        Files.write(folder.resolve("p2.png"), damaged);
        assertWrong(
                "--input: " + folder + "/p2.png: expected a picture that can be decoded, found: ",
                "--input",
                folder.resolve("p%d.png").toString());
    }

    private void assertPictureWrong(String message) {
        Arguments arguments = Arguments.of("--input", folder.resolve("p%d.png").toString());
        assertThatThrownBy(() -> new BlockMatch().check(arguments))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldReadNoMorePicturesThanAreAskedFor() throws Exception {
        for (int frame = 0; frame < 3; frame++) {
            Png.write(folder.resolve("p" + frame + ".png"), 20, 20, new byte[3 * 400]);
        }
        Files.writeString(folder.resolve("p3.png"), "no picture");

        assertThat(run(1, "--frames", "3", "--input", folder.resolve("p%d.png").toString()).results)
                .containsEntry("frames", 3);
    }

    @Test
    void shouldSayWhatIsWrongWithAFilm() throws Exception {
        Path film = folder.resolve("film.y4m");
        Files.writeString(film, "YUV4MPEG2 W4 H4 C420\nFRAME\n" + "x".repeat(24) + "FRAME\nxxxxx");
        assertWrong("film.y4m, frame 1: expected 24 bytes, found 5", "--input", film.toString());

        Files.writeString(film, "YUV4MPEG2 W4 H4 C420\nFRAME\n" + "x".repeat(24) + "FRXME\n");
        assertWrong(
                "frame 1: expected a line that begins with FRAME at byte 51, found \"FRXME\"",
                "--input",
                film.toString());

        Files.writeString(film, "RIFF");
        assertWrong("its first line: expected its end within 1000 bytes, found none", "--input", film.toString());

        Path grey = folder.resolve("g0.pgm");
        Files.writeString(grey, "P5 4 4 255\nxxx");
        assertWrong(
                "g0.pgm: expected 16 bytes of pixels, found 3",
                "--input",
                folder.resolve("g%d.pgm").toString());
        assertWrong("found neither", "--input", folder.resolve("h%d.pgm").toString());
        assertWrong(
                "there is no such file", "--input", folder.resolve("none.y4m").toString());
        assertWrong("expected a film such as film.y4m", "--input", "film.mp4");
        assertWrong("--picture-frame 9: expected a frame from 1 to 8", "--picture-frame", "9", "--picture", "p.png");
        assertWrong("--size: expected width and height", "--size", "720");
        assertWrong("--size 99999x99999: expected at most 268435456 pixels", "--size", "99999x99999");
        assertWrong(
                "--block 1: expected at most 67108864 blocks in all frames, found 199998000000;",
                "--block",
                "1",
                "--size",
                "2000x100",
                "--frames",
                "999991");
        Path same = folder.resolve("same");
        assertWrong(
                "expected another file than that of --picture",
                "--vectors",
                same.toString(),
                "--picture",
                same.toString());
    }

    @Test
    void shouldRefuseFramesThatAreTooLargeAndShowNoControlCharacters() throws Exception {
        Path film = folder.resolve("film.y4m");
        Files.writeString(film, "YUV4MPEG2 W100000 H100000\nFRAME\n");
        assertWrong("of at most 268435456 pixels together, found 100000 and 100000", "--input", film.toString());

        Files.writeString(film, "\u001b[31mYUV\n");
        assertWrong(
                "--input: " + film + ": expected a first line that begins with YUV4MPEG2, found \"?[31mYUV\"",
                "--input",
                film.toString());

        Files.writeString(folder.resolve("g0.pgm"), "P5 100000 100000 255\nxxx");
        assertWrong(
                "g0.pgm: expected its height from 1 to 2684",
                "--input",
                folder.resolve("g%d.pgm").toString());
    }

    @ParameterizedTest
    @CsvSource({
        "4, 4, C420jpeg, 8",
        "5, 3, C420, 12",
        "5, 3, C422, 18",
        "5, 3, C444, 30",
        "5, 3, Cmono, 0",
        "5, 3, C411, 12",
        "5, 3, C410, 4",
        "5, 3, XYSCSS=411, 12",
        "5, 3, C422 XYSCSS=411, 18",
        "4, 4, Ip F25:1 A1:1 Xabc, 8"
    })
    void shouldPassOverAsManyColoursAsTheFilmHas(int width, int height, String colours, int bytes) throws Exception {
        StringBuilder film = new StringBuilder("YUV4MPEG2 W" + width + " H" + height + " " + colours + "\n");
        for (int frame = 0; frame < 3; frame++) {
            film.append(frame == 1 ? "FRAME Ip Xa\n" : "FRAME\n")
                    .append(("" + frame).repeat(width * height))
                    .append("c".repeat(bytes));
        }
        Path file = Files.writeString(folder.resolve("f.Y4M"), film, StandardCharsets.US_ASCII);
        Film read = Y4mFilm.open(file);
        assertThat(read.frames()).isEqualTo(3);
        for (int frame = 0; frame < 3; frame++) {
            assertThat(new String(read.frame(frame).luma(), StandardCharsets.US_ASCII))
                    .isEqualTo(("" + frame).repeat(width * height));
        }
        assertThat(run(1, "--input", file.toString(), "--block", "1").results).containsEntry("frames", 3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            W4 H4 C444alpha   | C410 or Cmono, of eight bits, found C444alpha, with transparency; ffmpeg -pix_fmt yuv420p converts it
            W4 H4 C420p10     | of eight bits, found C420p10, of more than eight bits; ffmpeg
            W4 H4 Cmono16     | found Cmono16, of more than eight bits
            W4 H4 XYSCSS=420P12 | found C420p12, of more than eight bits
            W4 H4 C999        | found C999; ffmpeg
            W4 H4 W5          | expected W once in its first line, found it again
            W4 H+4            | expected a number behind H in its first line, found "H+4"
            W4x H4            | expected a number behind W in its first line, found "W4x"
            W4 H4 Z           | expected W, H, C, I, F, A or X with a value in its first line, found "Z"
            W4 H4 C           | expected W, H, C, I, F, A or X with a value in its first line, found "C"
            W4                | expected W and H in its first line, of at most 268435456 pixels together, found 4 and 0
            W5 H4             | frame 0: expected 32 bytes, found 24; it is cut off, or W, H or C in its first line is wrong
            W2 H4             | the line before frame 1: expected its end within 1000 bytes, found none; W, H or C in its first line is wrong, or it is damaged
            """)
    void shouldSayWhatIsWrongWithAFilmsFirstLine(String header, String message) throws Exception {
        Path film = folder.resolve("film.y4m");
        Files.writeString(film, "YUV4MPEG2 " + header + "\nFRAME\n" + "x".repeat(24));
        assertWrong(message, "--input", film.toString());
    }

    private PgmPicture pgm(byte[] header, byte[] pixels) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header);
        out.writeBytes(pixels);
        return PgmPicture.open(Files.write(folder.resolve("p.pgm"), out.toByteArray()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P5 2 2 255 ",
                "P5\n2 2\n255\n",
                "P5\n# a\n2# width\n# b\n2 255\n",
                "P5#a\n2\t2\r\n255\t",
                "P5 2 2 255#no pixels yet\n",
                "P5\r\n2 2\r\n255\r\n"
            })
    void shouldReadTheSamePictureWhateverIsBetweenItsNumbers(String header) throws Exception {
        byte[] pixels = {'#', '\n', ' ', (byte) 200};
        assertThat(pgm(header.getBytes(StandardCharsets.US_ASCII), pixels).luma())
                .isEqualTo(pixels);
    }

    @Test
    void shouldReadPixelsOfAnyDepthAndPlainOnes() throws Exception {
        assertThat(pgm("P5 2 1 65535 ".getBytes(StandardCharsets.US_ASCII), new byte[] {0x12, 0x34, -1, -1})
                        .luma())
                .containsExactly(0x12, 255);
        assertThat(pgm("P5 2 1 15 ".getBytes(StandardCharsets.US_ASCII), new byte[] {7, 15})
                        .luma())
                .containsExactly(119, 255);
        assertThat(pgm(
                                "P2 2 2 100 ".getBytes(StandardCharsets.US_ASCII),
                                "0 100#x 5\n\n050 1".getBytes(StandardCharsets.US_ASCII))
                        .luma())
                .containsExactly(0, 255, 128, 3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            P6 2 2 255 xxxx    | expected a grey map that begins with P5 or P2, found a coloured picture (PPM); ppmtopgm makes it one
            P4 2 2 xxxx        | found a picture in black and white (PBM); pbmtopgm makes it one
            GIF89a             | found "GI"
            P5 2 2 65536 xxxx  | expected its brightest value from 1 to 65535 at byte 7, found '65536'
            P5 2 2 0 xxxx      | expected its brightest value from 1 to 65535
            P5 2.0 2 255 xxxx  | expected its width from 1 to 268435456 at byte 3, found '2.0'
            P5 2 2 255 xxx     | expected 4 bytes of pixels, found 3; it is cut off
            P5 2 2 255 xxxxx   | expected 4 bytes of pixels, found 5; its width, height or brightest value is wrong
            P5 2 2 255 xxxxP5 2 2 255 yyyy | expected one picture, found another one behind it; pamsplit puts each into a file
            P5 2 2 9 xxxx      | expected pixels from 0 to 9, found 120 in row 0, column 0
            P2 2 2 200 100 2 3 | expected 4 numbers, found 3; it is cut off
            P2 2 2 9 1 2 3 4 5 | expected 4 numbers, found more
            P2 2 2 9 1 2 x 4   | expected numbers of pixels, found "x" behind 2 of them
            P2 2 2 9 1 2 10 4  | expected pixels from 0 to 9, found 10 in row 1, column 0
            """)
    void shouldSayWhatIsWrongWithAGreyMap(String content, String message) throws Exception {
        assertThatThrownBy(() -> pgm(content.getBytes(StandardCharsets.US_ASCII), new byte[0])
                        .luma())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder + "/p.pgm: ")
                .hasMessageContaining(message);
    }

    @Test
    void shouldSayThatAPictureIsMissing() throws Exception {
        for (int frame : new int[] {1, 2, 4}) {
            Png.write(folder.resolve("p" + frame + ".png"), 20, 20, new byte[3 * 400]);
        }
        String pattern = folder.resolve("p%d.png").toString();
        assertWrong(
                "expected pictures from 0 or 1 on without a gap, found " + folder + "/p4.png but no p3.png",
                "--input",
                pattern);
        assertThat(run(1, "--frames", "2", "--input", pattern).results).containsEntry("frames", 2);
        Files.move(folder.resolve("p4.png"), folder.resolve("p04.png"));
        assertThat(run(1, "--input", pattern).results).containsEntry("frames", 2);
    }

    private static void assertWrong(String message, String... words) {
        assertThatThrownBy(() -> run(1, words))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    private static Said run(int engines, String... words) throws Exception {
        return SequentialRunner.run(BlockMatch::new, engines, engines, words);
    }

    private static Frame noise(int width, int height, long seed) {
        byte[] luma = new byte[width * height];
        SplittableRandom random = new SplittableRandom(seed);
        for (int at = 0; at < luma.length; at++) {
            luma[at] = (byte) random.nextInt(256);
        }
        return new Frame(width, height, luma);
    }

    /** Returns a copy of a picture, moved to the right and down. */
    private static Frame moved(Frame frame, int right, int down) {
        byte[] luma = new byte[frame.luma().length];
        for (int y = 0; y < frame.height(); y++) {
            for (int x = 0; x < frame.width(); x++) {
                int fromX = Math.floorMod(x - right, frame.width());
                int fromY = Math.floorMod(y - down, frame.height());
                luma[y * frame.width() + x] = frame.luma()[fromY * frame.width() + fromX];
            }
        }
        return new Frame(frame.width(), frame.height(), luma);
    }
}
