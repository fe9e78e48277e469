package org.moide.samples.programs.raytrace.scene;

import java.util.List;

/**
 * Triangles that share corners, as read from a file. They have no place in a scene yet. Immutable; any thread may use
 * it.
 */
public final class Mesh {
    /** The value in place of a triangle's material if the file names none for it. */
    static final int NONE = -1;

    /**
     * A name in the file, of a material or of a library of materials.
     *
     * @param line the line in which it occurs first
     * @param index its number among the names of its kind
     */
    record Named(String name, int line, int index) {}

    /** The materials that the file names for its triangles. */
    static final class Made {
        private final int[] ofTriangles;
        private final List<Named> names;
        private final List<Named> libraries;
        private final int bareLine;

        Made(int[] ofTriangles, List<Named> names, List<Named> libraries, int bareLine) {
            this.ofTriangles = ofTriangles;
            this.names = names;
            this.libraries = libraries;
            this.bareLine = bareLine;
        }

        /** Returns the index of a triangle's material among the {@link #names}, or {@link #NONE}. */
        int of(int triangle) {
            return ofTriangles[triangle];
        }

        /** Returns the materials that {@code usemtl} lines name, including those that no triangle has. */
        List<Named> names() {
            return names;
        }

        /** Returns for each of the {@link #names} whether a triangle has this material. */
        boolean[] used() {
            boolean[] used = new boolean[names.size()];
            for (int material : ofTriangles) {
                if (material != NONE) {
                    used[material] = true;
                }
            }
            return used;
        }

        /** Returns the files that the mesh names for the definitions of its materials. */
        List<Named> libraries() {
            return libraries;
        }

        /** Returns the line of the first face for which the file names no material; 0 if there is none. */
        int bareLine() {
            return bareLine;
        }
    }

    private final double[] points;
    private final double[] normals;
    private final int[] corners;
    private final int[] cornerNormals;
    private final Made made;

    Mesh(double[] points, double[] normals, int[] corners, int[] cornerNormals, Made made) {
        this.points = points;
        this.normals = normals;
        this.corners = corners;
        this.cornerNormals = cornerNormals;
        this.made = made;
    }

    Made made() {
        return made;
    }

    public int pointCount() {
        return points.length / 3;
    }

    public Vector3 point(int index) {
        return new Vector3(points[3 * index], points[3 * index + 1], points[3 * index + 2]);
    }

    public int normalCount() {
        return normals.length / 3;
    }

    public Vector3 normal(int index) {
        return new Vector3(normals[3 * index], normals[3 * index + 1], normals[3 * index + 2]);
    }

    public int triangleCount() {
        return corners.length / 3;
    }

    public int corner(int triangle, int corner) {
        return corners[3 * triangle + corner];
    }

    /**
     * Returns the index of the normal at a corner of a triangle. If the triangle has no normals, it is {@link
     * Shapes#FLAT} at all three corners.
     */
    public int cornerNormal(int triangle, int corner) {
        return cornerNormals[3 * triangle + corner];
    }

    /**
     * Returns the same points and triangles, but with a normal at every point: the mean of the normals of the faces
     * around the point, weighted by area.
     */
    public Mesh smoothed() {
        double[] sums = new double[points.length];
        for (int triangle = 0; triangle < triangleCount(); triangle++) {
            Vector3 a = point(corner(triangle, 0));
            Vector3 twiceArea = point(corner(triangle, 1))
                    .minus(a)
                    .cross(point(corner(triangle, 2)).minus(a));
            for (int corner = 0; corner < 3; corner++) {
                int at = 3 * corner(triangle, corner);
                sums[at] += twiceArea.x();
                sums[at + 1] += twiceArea.y();
                sums[at + 2] += twiceArea.z();
            }
        }
        for (int point = 0; point < pointCount(); point++) {
            Vector3 unit = new Vector3(sums[3 * point], sums[3 * point + 1], sums[3 * point + 2]).unit();
            sums[3 * point] = unit.x();
            sums[3 * point + 1] = unit.y();
            sums[3 * point + 2] = unit.z();
        }
        return new Mesh(points, sums, corners, corners, made);
    }

    /**
     * Returns the transform that moves the middle of the mesh to the origin, and scales its longest side to the length
     * {@code side}.
     */
    public Transform fit(double side) {
        double[] least = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        double[] most = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (int at = 0; at < points.length; at++) {
            least[at % 3] = Math.min(least[at % 3], points[at]);
            most[at % 3] = Math.max(most[at % 3], points[at]);
        }
        double longest = Math.max(most[0] - least[0], Math.max(most[1] - least[1], most[2] - least[2]));
        if (!(longest > 0)) {
            return Transform.IDENTITY;
        }
        Vector3 middle = new Vector3((least[0] + most[0]) / 2, (least[1] + most[1]) / 2, (least[2] + most[2]) / 2);
        double factor = side / longest;
        return Transform.IDENTITY.move(middle.negated()).scale(new Vector3(factor, factor, factor));
    }
}
