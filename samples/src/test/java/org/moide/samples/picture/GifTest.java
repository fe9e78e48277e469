package org.moide.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.FileImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GifTest {
    @TempDir
    Path folder;

    private static byte[] palette() {
        byte[] palette = new byte[768];
        for (int i = 0; i < palette.length; i++) {
            palette[i] = (byte) (i * 7 / 3);
        }
        return palette;
    }

    /**
     * Tests pictures of sizes at which the LZW encoding changes. The codes become longer after 254, 766, … different
     * pixels, and the table of codes begins again after 3,837.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 256",
        "5, 1, 256",
        "127, 2, 256",
        "17, 15, 256",
        "383, 2, 256",
        "300, 200, 256",
        "300, 200, 2",
        "640, 90, 1"
    })
    void shouldWriteWhatTheJdkReadsAgain(int width, int height, int colours) throws Exception {
        for (int more = 0; more < 6; more++) {
            int wide = width + more;
            byte[] first = new byte[wide * height];
            byte[] second = new byte[wide * height];
            Random random = new Random(width);
            for (int i = 0; i < first.length; i++) {
                first[i] = (byte) random.nextInt(colours);
                second[i] = (byte) (i / 7 % colours);
            }
            Path file = folder.resolve("film.gif");
            new Gif(wide, height, palette(), 5)
                    .write(file, List.of(first, second).iterator());
            ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
            try (FileImageInputStream in = new FileImageInputStream(file.toFile())) {
                reader.setInput(in);
                assertThat(reader.getNumImages(true)).isEqualTo(2);
                requireSame(first, reader.read(0));
                requireSame(second, reader.read(1));
            } finally {
                reader.dispose();
            }
        }
    }

    private static void requireSame(byte[] colours, BufferedImage image) {
        byte[] palette = palette();
        int[] found = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        int[] expected = new int[colours.length];
        for (int i = 0; i < expected.length; i++) {
            int at = 3 * (colours[i] & 255);
            expected[i] =
                    0xFF000000 | (palette[at] & 255) << 16 | (palette[at + 1] & 255) << 8 | (palette[at + 2] & 255);
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void shouldSayHowLongAPictureIsSeenAndThatTheFilmPlaysAgain() throws Exception {
        Path file = folder.resolve("film.gif");
        new Gif(1, 1, palette(), 300).write(file, List.of(new byte[1]).iterator());
        byte[] bytes = Files.readAllBytes(file);
        int loop = 13 + 768;
        assertThat(new String(bytes, loop + 3, 11, java.nio.charset.StandardCharsets.US_ASCII))
                .isEqualTo("NETSCAPE2.0");
        assertThat((bytes[loop + 19 + 4] & 255) | (bytes[loop + 19 + 5] & 255) << 8)
                .isEqualTo(300);
        assertThat(bytes[bytes.length - 1]).isEqualTo((byte) 0x3B);
    }

    @Test
    void shouldRefuseAPictureOfAnotherSize() {
        assertThatThrownBy(() -> new Gif(2, 2, palette(), 5)
                        .write(folder.resolve("film.gif"), List.of(new byte[5]).iterator()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a colour for each of 2 × 2 pixels, found 5");
        assertThat(folder).isEmptyDirectory();
        assertThatThrownBy(() -> new Gif(0, 2, palette(), 5)).hasMessageContaining("found 0 × 2 and 768 bytes");
    }
}
