package org.moide.samples.programs.raytrace.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Vector3;

class OpticsTest {
    private static final Vector3 UP = new Vector3(0, 1, 0);

    private static Vector3 downAt(double degrees) {
        double angle = Math.toRadians(degrees);
        return new Vector3(Math.sin(angle), -Math.cos(angle), 0);
    }

    @Test
    void shouldMirrorAtTheSameAngle() {
        Vector3 mirrored = Optics.mirror(downAt(30), UP);
        assertThat(mirrored.x()).isCloseTo(0.5, within(1e-15));
        assertThat(mirrored.y()).isCloseTo(Math.cos(Math.toRadians(30)), within(1e-15));
    }

    @Test
    void shouldRefractBySnellsLaw() {
        for (double degrees = 0; degrees < 90; degrees += 5) {
            Vector3 in = downAt(degrees);
            double cosine = -in.dot(UP);
            double beyond = Math.sqrt(Optics.cosineBeyondSquared(cosine, 1 / 1.5));
            Vector3 out = Optics.refract(in, UP, cosine, 1 / 1.5, beyond);
            assertThat(1.5 * out.x()).isCloseTo(in.x(), within(1e-14));
            assertThat(out.length()).isCloseTo(1, within(1e-15));
            assertThat(out.y()).isNegative();
        }
    }

    @Test
    void shouldMirrorFourPercentWhenGlassIsSeenStraightOn() {
        assertThat(Optics.fresnel(1, 1 / 1.5)).isCloseTo(0.04, within(1e-15));
        assertThat(Optics.fresnel(1, 1.5)).isCloseTo(0.04, within(1e-15));
        assertThat(Optics.fresnel(1e-9, 1 / 1.5)).isCloseTo(1, within(1e-6));
        assertThat(Optics.fresnel(0.3, 1)).isCloseTo(0, within(1e-30));
    }

    @Test
    void shouldMirrorOnlyOnePolarisationAtBrewstersAngle() {
        double cosine = Math.cos(Math.atan(1.5));
        double across = Math.pow((1.5 * 1.5 - 1) / (1.5 * 1.5 + 1), 2);
        assertThat(Optics.fresnel(cosine, 1 / 1.5)).isCloseTo(across / 2, within(1e-14));
    }

    @Test
    void shouldMirrorTheSameFromBothSides() {
        for (double cosine = 0.05; cosine < 1; cosine += 0.05) {
            double beyond = Math.sqrt(Optics.cosineBeyondSquared(cosine, 1 / 1.5));
            assertThat(Optics.fresnel(beyond, 1.5)).isCloseTo(Optics.fresnel(cosine, 1 / 1.5), within(1e-13));
        }
    }

    @Test
    void shouldMirrorAllBeyondTheCriticalAngle() {
        double critical = Math.cos(Math.asin(1 / 1.5));
        assertThat(Optics.fresnel(critical - 1e-6, 1.5)).isEqualTo(1);
        assertThat(Optics.fresnel(critical + 1e-6, 1.5)).isLessThan(1);
    }

    @Test
    void shouldRiseToAllAtGrazingAngles() {
        assertThat(Optics.schlick(Colour.grey(0.2), 1)).isEqualTo(Colour.grey(0.2));
        assertThat(Optics.schlick(Colour.grey(0.2), 0.5).red()).isCloseTo(0.2 + 0.8 / 32, within(1e-15));
        assertThat(Optics.schlick(Colour.grey(0.2), 0).red()).isCloseTo(1, within(1e-15));
    }

    @Test
    void shouldRaiseToWholePowers() {
        for (int exponent : new int[] {1, 2, 3, 17, 160}) {
            assertThat(Optics.power(0.97, exponent)).isCloseTo(Math.pow(0.97, exponent), within(1e-13));
        }
    }
}
