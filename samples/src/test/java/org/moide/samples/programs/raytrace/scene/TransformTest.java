package org.moide.samples.programs.raytrace.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TransformTest {
    private static final Vector3 X = new Vector3(1, 0, 0);
    private static final Vector3 Y = new Vector3(0, 1, 0);
    private static final Vector3 Z = new Vector3(0, 0, 1);

    private static void same(Vector3 found, Vector3 expected) {
        assertThat(found.minus(expected).length()).isLessThan(1e-15);
    }

    @Test
    void shouldTurnCounterClockwise() {
        same(Transform.IDENTITY.rotate(0, 90).point(Y), Z);
        same(Transform.IDENTITY.rotate(0, 90).point(Z), Y.negated());
        same(Transform.IDENTITY.rotate(1, 90).point(Z), X);
        same(Transform.IDENTITY.rotate(1, 90).point(X), Z.negated());
        same(Transform.IDENTITY.rotate(2, 90).point(X), Y);
        same(Transform.IDENTITY.rotate(2, 90).point(Y), X.negated());
    }

    @Test
    void shouldDoStepsInTheirOrder() {
        Transform moveFirst = Transform.IDENTITY.move(X).scale(new Vector3(2, 2, 2));
        Transform scaleFirst = Transform.IDENTITY.scale(new Vector3(2, 2, 2)).move(X);
        same(moveFirst.point(Y), new Vector3(2, 2, 0));
        same(scaleFirst.point(Y), new Vector3(1, 2, 0));
        same(scaleFirst.then(Transform.IDENTITY.rotate(2, 90)).point(Y), new Vector3(-2, 1, 0));
    }

    @Test
    void shouldKeepNormalsAtRightAnglesUnderUnevenScales() {
        Transform uneven = Transform.IDENTITY
                .rotate(0, 20)
                .scale(new Vector3(1, 5, 0.2))
                .rotate(1, 33)
                .move(X);
        Vector3 tangent = new Vector3(1, 2, -1);
        Vector3 normal = new Vector3(1, 1, 3).unit();
        Vector3 moved = uneven.point(tangent).minus(uneven.point(Vector3.ZERO));
        assertThat(tangent.dot(normal)).isCloseTo(0, within(1e-15));
        assertThat(uneven.normal(normal).dot(moved)).isCloseTo(0, within(1e-14));
        assertThat(uneven.normal(normal).length()).isCloseTo(1, within(1e-15));
        assertThat(uneven.mirrors()).isFalse();
    }

    @Test
    void shouldKnowWhenItMirrors() {
        Transform mirror = Transform.IDENTITY.scale(new Vector3(1, 1, -1));
        assertThat(mirror.mirrors()).isTrue();
        same(mirror.normal(Z), Z.negated());
    }
}
