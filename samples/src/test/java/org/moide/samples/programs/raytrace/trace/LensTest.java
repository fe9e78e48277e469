package org.moide.samples.programs.raytrace.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;

class LensTest {
    private static final Vector3 FROM = new Vector3(0, 0, 5);
    private static final Settings WIDE = Settings.DEFAULT.withSize(200, 100);

    @Test
    void shouldLookThroughTheMiddleAndToTheEdges() {
        Lens lens = new Lens(Camera.pinhole(FROM, Vector3.ZERO, 90), WIDE);
        assertThat(lens.isPoint()).isTrue();
        Vector3 origin = lens.origin(0.3, 0.3);
        assertThat(origin).isEqualTo(FROM);
        assertThat(lens.direction(origin, 100, 50).minus(new Vector3(0, 0, -1)).length())
                .isLessThan(1e-15);
        // 90 degrees from edge to edge: the upper edge lies as far up as forward.
        Vector3 above = lens.direction(origin, 100, 0);
        assertThat(above.y()).isCloseTo(-above.z(), within(1e-15));
        Vector3 right = lens.direction(origin, 200, 50);
        assertThat(right.x()).isCloseTo(-2 * right.z(), within(1e-15));
    }

    @Test
    void shouldBeSharpInFocusOnly() {
        Camera camera = new Camera(FROM, Vector3.ZERO, new Vector3(0, 1, 0), 90, 0.5, 3);
        Lens lens = new Lens(camera, WIDE);
        Vector3 middle = lens.direction(lens.origin(0, 0), 130, 20);
        // The ray through the lens's middle meets the plane of focus at depth 3.
        Vector3 sharp = FROM.plus(3 / -middle.z(), middle);
        Vector3 origin = lens.origin(0.8, -0.6);
        assertThat(origin).isEqualTo(new Vector3(0.4, -0.3, 5));
        Vector3 other = lens.direction(origin, 130, 20);
        assertThat(origin.plus(3 / -other.z(), other).minus(sharp).length()).isLessThan(1e-14);
    }
}
