package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;
import java.util.function.IntUnaryOperator;

/**
 * The spheres and triangles of a scene, in flat arrays. So a mesh of a million triangles is only seven objects, which
 * are sent and garbage-collected as fast as arrays of bytes. Immutable; any thread may use it.
 */
public final class Shapes implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The value in place of the index of a normal for a corner that has no normal of its own. */
    public static final int FLAT = -1;

    /**
     * The most shapes of a scene. With its part of the tree, a shape takes a hundred bytes, so that many fit into the
     * memory of a small engine.
     */
    public static final int MOST = 20_000_000;

    private final double[] spheres;
    private final int[] sphereMaterials;
    private final double[] points;
    private final double[] normals;
    private final int[] corners;
    private final int[] cornerNormals;
    private final int[] triangleMaterials;

    private Shapes(Builder builder) {
        spheres = builder.spheres.toArray();
        sphereMaterials = builder.sphereMaterials.toArray();
        points = builder.points.toArray();
        normals = builder.normals.toArray();
        corners = builder.corners.toArray();
        cornerNormals = builder.cornerNormals.toArray();
        triangleMaterials = builder.triangleMaterials.toArray();
    }

    public int sphereCount() {
        return sphereMaterials.length;
    }

    public Vector3 centre(int sphere) {
        return new Vector3(spheres[4 * sphere], spheres[4 * sphere + 1], spheres[4 * sphere + 2]);
    }

    public double radius(int sphere) {
        return spheres[4 * sphere + 3];
    }

    public int sphereMaterial(int sphere) {
        return sphereMaterials[sphere];
    }

    public int triangleCount() {
        return triangleMaterials.length;
    }

    /** Returns a corner (0, 1 or 2) of a triangle. Seen from outside, the corners are in counter-clockwise order. */
    public Vector3 corner(int triangle, int corner) {
        return at(points, corners[3 * triangle + corner]);
    }

    /** Returns whether the triangle's corners have normals of their own, which are interpolated over its face. */
    public boolean isSmooth(int triangle) {
        return cornerNormals[3 * triangle] != FLAT;
    }

    /** Returns the normal at a corner of a smooth triangle, of length 1. */
    public Vector3 normal(int triangle, int corner) {
        return at(normals, cornerNormals[3 * triangle + corner]);
    }

    public int triangleMaterial(int triangle) {
        return triangleMaterials[triangle];
    }

    private static Vector3 at(double[] values, int index) {
        return new Vector3(values[3 * index], values[3 * index + 1], values[3 * index + 2]);
    }

    /** Collects the shapes of a scene. Used by one thread. */
    public static final class Builder {
        private final Doubles spheres = new Doubles();
        private final Integers sphereMaterials = new Integers();
        private final Doubles points = new Doubles();
        private final Doubles normals = new Doubles();
        private final Integers corners = new Integers();
        private final Integers cornerNormals = new Integers();
        private final Integers triangleMaterials = new Integers();

        /**
         * Returns the number of shapes so far. It never exceeds {@link #MOST}, because callers first check {@link
         * #hasRoom}.
         */
        public int count() {
            return sphereMaterials.count() + triangleMaterials.count();
        }

        /** Returns whether this number of further shapes may be added. */
        public boolean hasRoom(int more) {
            return count() <= MOST - more;
        }

        public void sphere(Vector3 centre, double radius, int material) {
            spheres.add(centre);
            spheres.add(radius);
            sphereMaterials.add(material);
        }

        /** Adds a triangle with a flat face. */
        public void triangle(Vector3 a, Vector3 b, Vector3 c, int material) {
            int first = points.count() / 3;
            points.add(a);
            points.add(b);
            points.add(c);
            for (int corner = 0; corner < 3; corner++) {
                corners.add(first + corner);
                cornerNormals.add(FLAT);
            }
            triangleMaterials.add(material);
        }

        /** Adds all triangles of a mesh, placed by {@code transform}. */
        public void mesh(Mesh mesh, Transform transform, int material) {
            mesh(mesh, transform, triangle -> material);
        }

        /**
         * Adds all triangles of a mesh, placed by {@code transform}, with a material for each triangle.
         *
         * @param material returns the material of each triangle
         */
        public void mesh(Mesh mesh, Transform transform, IntUnaryOperator material) {
            int firstPoint = points.count() / 3;
            int firstNormal = normals.count() / 3;
            for (int point = 0; point < mesh.pointCount(); point++) {
                points.add(transform.point(mesh.point(point)));
            }
            for (int normal = 0; normal < mesh.normalCount(); normal++) {
                normals.add(transform.normal(mesh.normal(normal)));
            }
            // A mirroring transform turns counter-clockwise into clockwise: walk the corners the other way.
            int[] order = transform.mirrors() ? new int[] {0, 2, 1} : new int[] {0, 1, 2};
            for (int triangle = 0; triangle < mesh.triangleCount(); triangle++) {
                for (int corner : order) {
                    corners.add(firstPoint + mesh.corner(triangle, corner));
                    int normal = mesh.cornerNormal(triangle, corner);
                    cornerNormals.add(normal == FLAT ? FLAT : firstNormal + normal);
                }
                triangleMaterials.add(material.applyAsInt(triangle));
            }
        }

        public Shapes build() {
            return new Shapes(this);
        }
    }
}
