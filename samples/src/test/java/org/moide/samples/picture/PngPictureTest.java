package org.moide.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class PngPictureTest {
    private static final int MOST = 1 << 28;

    @TempDir
    private Path folder;

    /** Four colours as red, green and blue: red, orange with some blue, white, black. */
    private static final int[][] COLOURS = {{255, 0, 0}, {200, 100, 50}, {255, 255, 255}, {0, 0, 0}};

    /** The brightness of {@link #COLOURS}, 0.299 r + 0.587 g + 0.114 b, computed by hand. */
    private static final byte[] LUMA = {76, 124, (byte) 255, 0};

    @ParameterizedTest
    @ValueSource(
            ints = {
                BufferedImage.TYPE_3BYTE_BGR,
                BufferedImage.TYPE_INT_RGB,
                BufferedImage.TYPE_4BYTE_ABGR,
                BufferedImage.TYPE_BYTE_INDEXED
            })
    void shouldWeighColoursWhateverTheirKind(int type) throws Exception {
        BufferedImage image = type == BufferedImage.TYPE_BYTE_INDEXED
                ? new BufferedImage(4, 1, type, palette())
                : new BufferedImage(4, 1, type);
        for (int x = 0; x < COLOURS.length; x++) {
            int[] colour = COLOURS[x];
            image.setRGB(x, 0, 0xFF000000 | colour[0] << 16 | colour[1] << 8 | colour[2]);
        }
        assertThat(read(image, false)).isEqualTo(LUMA);
    }

    @Test
    void shouldNotCountTransparency() throws Exception {
        BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_4BYTE_ABGR);
        image.getRaster().setPixel(0, 0, new int[] {200, 100, 50, 0});
        assertThat(read(image, false)).containsExactly(124);
    }

    @Test
    void shouldScaleSixteenBitsToEight() throws Exception {
        BufferedImage grey = new BufferedImage(3, 1, BufferedImage.TYPE_USHORT_GRAY);
        grey.getRaster().setPixels(0, 0, 3, 1, new int[] {0, 100 * 257, 65535});
        assertThat(read(grey, false)).containsExactly(0, 100, 255);

        ComponentColorModel model = new ComponentColorModel(
                ColorSpace.getInstance(ColorSpace.CS_sRGB), false, false, Transparency.OPAQUE, DataBuffer.TYPE_USHORT);
        BufferedImage colours = new BufferedImage(model, model.createCompatibleWritableRaster(4, 1), false, null);
        for (int x = 0; x < COLOURS.length; x++) {
            int[] scaled = Arrays.stream(COLOURS[x]).map(value -> value * 257).toArray();
            colours.getRaster().setPixel(x, 0, scaled);
        }
        assertThat(read(colours, false)).isEqualTo(LUMA);
    }

    @Test
    void shouldTakeGreyAsItIs() throws Exception {
        BufferedImage grey = new BufferedImage(256, 1, BufferedImage.TYPE_BYTE_GRAY);
        byte[] expected = new byte[256];
        for (int x = 0; x < 256; x++) {
            grey.getRaster().setSample(x, 0, 0, x);
            expected[x] = (byte) x;
        }
        assertThat(read(grey, false)).isEqualTo(expected);

        BufferedImage blackAndWhite = new BufferedImage(9, 1, BufferedImage.TYPE_BYTE_BINARY);
        blackAndWhite.getRaster().setSample(8, 0, 0, 1);
        assertThat(read(blackAndWhite, false)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 255);
    }

    @Test
    void shouldReadInterlacedPictures() throws Exception {
        BufferedImage grey = new BufferedImage(11, 13, BufferedImage.TYPE_BYTE_GRAY);
        byte[] expected = new byte[11 * 13];
        for (int at = 0; at < expected.length; at++) {
            grey.getRaster().setSample(at % 11, at / 11, 0, at);
            expected[at] = (byte) at;
        }
        assertThat(read(grey, true)).isEqualTo(expected);
    }

    @Test
    void shouldDecodeALargePictureInStrips() throws Exception {
        // One row more than a strip has.
        BufferedImage grey = new BufferedImage(8192, 2049, BufferedImage.TYPE_BYTE_GRAY);
        grey.getRaster().setSample(8191, 2047, 0, 7);
        grey.getRaster().setSample(5, 2048, 0, 9);
        byte[] luma = read(grey, false);
        assertThat(luma).hasSize(8192 * 2049);
        assertThat(luma[2048 * 8192 - 1]).isEqualTo((byte) 7);
        assertThat(luma[2048 * 8192 + 5]).isEqualTo((byte) 9);
    }

    @Test
    void shouldSayWhereAFileEndsTooEarly() throws Exception {
        byte[] whole = Png.encode(2, 2, new byte[12]);
        Path file = folder.resolve("cut.png");
        for (int length = 8; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> PngPicture.open(file, MOST))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(file + ": expected ")
                    .hasMessageEndingWith("found the file's end at byte " + length + "; it is cut off");
        }
    }

    @Test
    void shouldSayWhatIsNoPicture() throws Exception {
        byte[] whole = Png.encode(2, 2, new byte[12]);
        assertRefused(new byte[0], "expected a PNG picture, found an empty file");
        assertRefused(
                "P5 2 2 255\nabcd".getBytes(StandardCharsets.US_ASCII),
                "expected a PNG picture, found a file that does not begin like one");
        assertRefused(
                with(whole, 16, 100_000, 100_000),
                "expected sides of 1 to 65536 and at most 268435456 pixels, found 100000 × 100000");
        assertRefused(with(whole, 16, 65_536, 4_097), "found 65536 × 4097");
        assertRefused(with(whole, 16, 65_537, 1), "found 65537 × 1");
        assertRefused(with(whole, 16, -1, 2), "found 4294967295 × 2");
        assertRefused(with(whole, 16, 0, 2), "found 0 × 2");
        assertRefused(
                with(whole, 16, 16_000, 16_000), "expected compressed data for 768000000 bytes of pixels, found only ");
        assertRefused(with(whole, 8, 12), "expected a PNG's header IHDR of 13 bytes, found IHDR of 12");
        assertRefused(
                with(whole, 33, Integer.MAX_VALUE),
                "expected the chunk sRGB up to byte 2147483692, found the file's end");
        assertRefused(
                with(whole, 37, 0), "expected a chunk's length and name at byte 33, found other bytes; it is damaged");
    }

    @Test
    void shouldSayThatPixelsCannotBeDecoded() throws Exception {
        byte[] damaged = Png.encode(40, 40, new byte[4800]);
        int data = new String(damaged, StandardCharsets.ISO_8859_1).indexOf("IDAT") + 4;
        damaged[data] = 0;
        assertUndecodable(damaged);
        // Larger than its data.
        assertUndecodable(with(Png.encode(40, 40, new byte[4800]), 16, 40, 200));
        // Pictures with a palette need this chunk.
        byte[] bare = Png.encode(40, 40, new byte[4800]);
        bare[25] = 3;
        assertUndecodable(bare);
    }

    private void assertUndecodable(byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("bad.png"), content);
        PngPicture picture = PngPicture.open(file, MOST);
        assertThatThrownBy(picture::luma)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ": expected a picture that can be decoded, found: ");
    }

    private void assertRefused(byte[] content, String message) throws IOException {
        Path file = Files.write(folder.resolve("bad.png"), content);
        assertThatThrownBy(() -> PngPicture.open(file, MOST))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    private static byte[] with(byte[] bytes, int at, int... numbers) {
        ByteBuffer changed = ByteBuffer.wrap(bytes.clone());
        changed.position(at);
        for (int number : numbers) {
            changed.putInt(number);
        }
        return changed.array();
    }

    private byte[] read(BufferedImage image, boolean interlaced) throws IOException {
        File file = folder.resolve("picture.png").toFile();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file)) {
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setProgressiveMode(interlaced ? ImageWriteParam.MODE_DEFAULT : ImageWriteParam.MODE_DISABLED);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
        PngPicture picture = PngPicture.open(file.toPath(), MOST);
        assertThat(picture.width()).isEqualTo(image.getWidth());
        assertThat(picture.height()).isEqualTo(image.getHeight());
        return picture.luma();
    }

    private static IndexColorModel palette() {
        byte[][] bands = new byte[3][COLOURS.length];
        for (int band = 0; band < 3; band++) {
            for (int index = 0; index < COLOURS.length; index++) {
                bands[band][index] = (byte) COLOURS[index][band];
            }
        }
        return new IndexColorModel(2, COLOURS.length, bands[0], bands[1], bands[2]);
    }
}
