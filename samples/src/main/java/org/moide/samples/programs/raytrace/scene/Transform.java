package org.moide.samples.programs.raytrace.scene;

/**
 * Places a mesh in a scene: a matrix, given by its columns, and a shift. Each method returns a transform that performs
 * its step after all earlier ones.
 */
public record Transform(Vector3 x, Vector3 y, Vector3 z, Vector3 shift) {
    public static final Transform IDENTITY =
            new Transform(new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1), Vector3.ZERO);

    public Transform move(Vector3 by) {
        return new Transform(x, y, z, shift.plus(by));
    }

    /** Returns a transform that then scales each axis by its own factor. */
    public Transform scale(Vector3 by) {
        return after(new Transform(
                new Vector3(by.x(), 0, 0), new Vector3(0, by.y(), 0), new Vector3(0, 0, by.z()), Vector3.ZERO));
    }

    /**
     * Returns a transform that then rotates around an axis through the origin, counter-clockwise when seen against the
     * axis.
     *
     * @param axis 0 for x, 1 for y, 2 for z
     */
    public Transform rotate(int axis, double degrees) {
        double angle = degrees * (Math.PI / 180);
        double cosine = StrictMath.cos(angle);
        double sine = StrictMath.sin(angle);
        return after(
                switch (axis) {
                    case 0 ->
                        new Transform(
                                new Vector3(1, 0, 0),
                                new Vector3(0, cosine, sine),
                                new Vector3(0, -sine, cosine),
                                Vector3.ZERO);
                    case 1 ->
                        new Transform(
                                new Vector3(cosine, 0, -sine),
                                new Vector3(0, 1, 0),
                                new Vector3(sine, 0, cosine),
                                Vector3.ZERO);
                    case 2 ->
                        new Transform(
                                new Vector3(cosine, sine, 0),
                                new Vector3(-sine, cosine, 0),
                                new Vector3(0, 0, 1),
                                Vector3.ZERO);
                    default -> throw new IllegalArgumentException("axis: expected 0, 1 or 2, found " + axis);
                });
    }

    /** Returns a transform that performs this one, and then {@code next}. */
    public Transform then(Transform next) {
        return after(next);
    }

    private Transform after(Transform next) {
        return new Transform(
                next.direction(x),
                next.direction(y),
                next.direction(z),
                next.direction(shift).plus(next.shift));
    }

    private Vector3 direction(Vector3 v) {
        return x.times(v.x()).plus(v.y(), y).plus(v.z(), z);
    }

    public Vector3 point(Vector3 v) {
        return direction(v).plus(shift);
    }

    /**
     * Returns the transformed normal of a surface, with length 1. It uses the matrix of cofactors, so that the normal
     * is correct for different scales of the axes, too.
     */
    public Vector3 normal(Vector3 v) {
        Vector3 bent = y.cross(z).times(v.x()).plus(v.y(), z.cross(x)).plus(v.z(), x.cross(y));
        return (mirrors() ? bent.negated() : bent).unit();
    }

    /** Returns whether it turns a left hand into a right hand. */
    public boolean mirrors() {
        return x.dot(y.cross(z)) < 0;
    }
}
