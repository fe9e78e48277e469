package org.moide.samples.programs.raytrace.scene;

/**
 * A transform that places a mesh in a scene. It consists of a matrix, given by its columns, and a shift. Methods such
 * as {@link #scale} return a transform that first does what this one does, and then one step more.
 */
public record Transform(Vector3 x, Vector3 y, Vector3 z, Vector3 shift) {
    public static final Transform IDENTITY =
            new Transform(new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1), Vector3.ZERO);

    public Transform move(Vector3 by) {
        return new Transform(x, y, z, shift.plus(by));
    }

    /** Returns a transform that does what this one does, and then scales each axis by a factor of its own. */
    public Transform scale(Vector3 by) {
        return after(new Transform(
                new Vector3(by.x(), 0, 0), new Vector3(0, by.y(), 0), new Vector3(0, 0, by.z()), Vector3.ZERO));
    }

    /**
     * Returns a transform that does what this one does, and then rotates around an axis through the origin. The
     * rotation is counter-clockwise if the axis points toward the viewer.
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

    /** Returns a transform that does what this one does, and then what {@code next} does. */
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
     * Returns the normal of a surface after the transform, with length 1. It uses the matrix of cofactors, so that the
     * normal is correct even if the axes are scaled differently.
     */
    public Vector3 normal(Vector3 v) {
        Vector3 bent = y.cross(z).times(v.x()).plus(v.y(), z.cross(x)).plus(v.z(), x.cross(y));
        return (mirrors() ? bent.negated() : bent).unit();
    }

    /** Returns whether the transform mirrors, that is, turns a left hand into a right hand. */
    public boolean mirrors() {
        return x.dot(y.cross(z)) < 0;
    }
}
