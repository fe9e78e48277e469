package org.moide.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class PngTest {
    @Test
    void shouldBeReadBackByTheJdkWithEveryFilter() throws Exception {
        int width = 40;
        int height = 50;
        byte[] rgb = new byte[3 * width * height];
        Random random = new Random(4);
        // Bands that suit each filter: even, sloping to the right, downward, both, and noise.
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                for (int c = 0; c < 3; c++) {
                    int value = switch (y / 10) {
                        case 0 -> 7 * c;
                        case 1 -> 5 * x;
                        case 2 -> 11 * y + random.nextInt(2);
                        case 3 -> 3 * x + 9 * y;
                        default -> random.nextInt(256);
                    };
                    rgb[3 * (y * width + x) + c] = (byte) value;
                }
            }
        }
        BufferedImage image =
                Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(Png.encode(width, height, rgb))));
        assertThat(image.getWidth()).isEqualTo(width);
        assertThat(image.getHeight()).isEqualTo(height);
        for (int at = 0; at < width * height; at++) {
            int pixel = image.getRGB(at % width, at / width);
            assertThat(new byte[] {(byte) (pixel >> 16), (byte) (pixel >> 8), (byte) pixel})
                    .as("pixel %s", at)
                    .containsExactly(rgb[3 * at], rgb[3 * at + 1], rgb[3 * at + 2]);
        }
    }

    @Test
    void shouldReplaceAFileAndLeaveNothingElse(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("p.png"), "old");
        Png.write(file, 1, 1, new byte[] {1, 2, 3});
        assertThat(Files.readAllBytes(file)).isEqualTo(Png.encode(1, 1, new byte[] {1, 2, 3}));
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void shouldHaveAPaletteWhenThereAreFewColoursOnly() throws Exception {
        byte[] few = new byte[3 * 300];
        for (int at = 0; at < 300; at++) {
            few[3 * at] = (byte) (at % 256);
            few[3 * at + 1] = (byte) 200;
        }
        byte[] encoded = Png.encodeSmall(30, 10, few);
        assertThat(encoded[25]).as("colour type").isEqualTo((byte) 3);
        BufferedImage image = Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(encoded)));
        for (int at = 0; at < 300; at++) {
            assertThat(image.getRGB(at % 30, at / 30) & 0xFFFFFF).isEqualTo(at % 256 << 16 | 200 << 8);
        }
        few[0] = 1;
        few[2] = 1; // the 257th
        few[3 * 256 + 2] = 2;
        assertThat(Png.encodeSmall(30, 10, few)).isEqualTo(Png.encode(30, 10, few));
        assertThatThrownBy(() -> Png.encodeSmall(2, 2, new byte[11])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseTheWrongNumberOfBytes() {
        assertThatThrownBy(() -> Png.encode(2, 2, new byte[11]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected 3 bytes for each of 2 × 2 pixels, found 11");
    }
}
