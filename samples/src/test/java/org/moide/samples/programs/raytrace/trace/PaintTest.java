package org.moide.samples.programs.raytrace.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Texture;
import org.moide.samples.programs.raytrace.scene.Texture.Pattern;
import org.moide.samples.programs.raytrace.scene.Vector3;

class PaintTest {
    @Test
    void shouldAlternateCubesAlsoBelowZero() {
        Texture checker = new Texture(Pattern.CHECKER, Colour.WHITE, Colour.BLACK, 2);
        assertThat(Paint.at(checker, new Vector3(1, 0, 1))).isEqualTo(Colour.WHITE);
        assertThat(Paint.at(checker, new Vector3(3, 0, 1))).isEqualTo(Colour.BLACK);
        assertThat(Paint.at(checker, new Vector3(-1, 0, 1))).isEqualTo(Colour.BLACK);
        assertThat(Paint.at(checker, new Vector3(-1, 0, -1))).isEqualTo(Colour.WHITE);
        assertThat(Paint.at(checker, new Vector3(1, 3, 1))).isEqualTo(Colour.BLACK);
    }

    @Test
    void shouldNotFlickerOnAFloorAtAWholeHeight() {
        Texture checker = new Texture(Pattern.CHECKER, Colour.WHITE, Colour.BLACK, 1);
        assertThat(Paint.at(checker, new Vector3(0.5, 1e-12, 0.5)))
                .isEqualTo(Paint.at(checker, new Vector3(0.5, -1e-12, 0.5)));
    }

    @ParameterizedTest
    @EnumSource(
            value = Pattern.class,
            names = {"MARBLE", "CLOUDS"})
    void shouldMixItsTwoColoursSmoothlyAndUseBoth(Pattern pattern) {
        Texture texture = new Texture(pattern, Colour.BLACK, Colour.WHITE, 1);
        Random random = new Random(2);
        double least = 1;
        double most = 0;
        for (int i = 0; i < 20_000; i++) {
            Vector3 place = new Vector3(
                    40 * random.nextDouble() - 20, 40 * random.nextDouble() - 20, 40 * random.nextDouble() - 20);
            double level = Paint.at(texture, place).red();
            assertThat(level).isBetween(0.0, 1.0);
            least = Math.min(least, level);
            most = Math.max(most, level);
        }
        double before = Paint.at(texture, new Vector3(-1, 0.2, 0.7)).red();
        for (int i = 0; i < 200_000; i++) {
            double level =
                    Paint.at(texture, new Vector3(-1 + 1e-5 * i, 0.2, 0.7)).red();
            assertThat(Math.abs(level - before)).isLessThan(0.01);
            before = level;
        }
        assertThat(least).isLessThan(0.1);
        assertThat(most).isGreaterThan(0.9);
    }

    @Test
    void shouldSpreadFractionsEvenly() {
        int[] counts = new int[10];
        for (long i = 0; i < 10_000; i++) {
            counts[(int) (10 * Noise.fraction(Noise.scatter(i)))]++;
        }
        for (int count : counts) {
            assertThat(count).isBetween(850, 1150);
        }
    }
}
