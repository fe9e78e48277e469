package org.moide.command.report.measured;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.command.report.measured.Picture.Anchor;
import org.moide.command.report.measured.Picture.Pen;
import org.moide.command.report.measured.Picture.Stroke;

class PictureTest {
    private static final int WHITE = 0xffffff;
    private static final int BLUE = 0x0072b2;
    private static final int RED = 0xd55e00;

    @TempDir
    Path folder;

    private static void draw(Pen pen) {
        pen.text(100, 20, "a < b", true, Anchor.MIDDLE);
        pen.line(new double[] {10, 190}, new double[] {50, 50}, "#0072b2", Stroke.DASHED);
        pen.area(new double[] {10, 60, 60, 10}, new double[] {60, 60, 90, 90}, "#d55e00");
        pen.dot(150, 75, 5, "#0072b2");
    }

    @Test
    void shouldBeSvgWithEverythingThatWasDrawn() throws IOException {
        Path file = folder.resolve("picture.svg");
        Picture.write(200, 100, PictureTest::draw, file);

        assertThat(Files.readString(file))
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"100\"")
                .contains(">a &lt; b</text>", "stroke-dasharray=\"6 4\"", "fill=\"#d55e00\"", "<circle cx=\"150.0\"")
                .contains("text-anchor=\"middle\" font-size=\"15\"")
                .endsWith("</svg>" + System.lineSeparator());
    }

    @Test
    void shouldBePngWithTheSamePlaces() throws IOException {
        Path file = folder.resolve("picture.PNG");
        Picture.write(200, 100, PictureTest::draw, file);
        BufferedImage image = ImageIO.read(file.toFile());

        assertThat(image.getWidth()).isEqualTo(200);
        assertThat(image.getRGB(150, 75) & WHITE).isEqualTo(BLUE);
        assertThat(image.getRGB(30, 75) & WHITE).isEqualTo(RED);
        assertThat(image.getRGB(190, 95) & WHITE).isEqualTo(WHITE);
        int blue = 0;
        for (int x = 10; x < 190; x++) {
            blue += (image.getRGB(x, 50) & WHITE) == BLUE ? 1 : 0;
        }
        assertThat(blue).as("a dashed line, 6 of 10 pixels").isBetween(90, 130);
    }
}
