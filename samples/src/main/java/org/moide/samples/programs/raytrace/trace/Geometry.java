package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Shapes;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Solids;

/** The spheres and triangles of a scene in a tree, with their normals. Immutable; any thread may use it. */
final class Geometry {
    private final Shapes shapes;
    final Solids solids;
    private final int[] material;

    Geometry(Shapes shapes, int threads) {
        this.shapes = shapes;
        solids = new Solids(new Listed(shapes), threads);
        material = new int[solids.count()];
        for (int slot = 0; slot < material.length; slot++) {
            int shape = solids.shape(slot);
            material[slot] = shape < 0 ? shapes.sphereMaterial(~shape) : shapes.triangleMaterial(shape);
        }
    }

    private record Listed(Shapes shapes) implements Solids.Source {
        @Override
        public int triangles() {
            return shapes.triangleCount();
        }

        @Override
        public int spheres() {
            return shapes.sphereCount();
        }

        @Override
        public void triangle(int number, double[] into, int at) {
            for (int corner = 0; corner < 3; corner++) {
                put(shapes.corner(number, corner), into, at + 3 * corner);
            }
        }

        @Override
        public void sphere(int number, double[] into, int at) {
            put(shapes.centre(number), into, at);
            into[at + 3] = shapes.radius(number);
        }

        private static void put(Vector3 vector, double[] into, int at) {
            into[at] = vector.x();
            into[at + 1] = vector.y();
            into[at + 2] = vector.z();
        }
    }

    int material(int slot) {
        return material[slot];
    }

    boolean isSphere(int slot) {
        return solids.shape(slot) < 0;
    }

    /** Returns the outward normal of the surface at a point, of length 1. */
    Vector3 faceNormal(int slot, Vector3 point) {
        if (isSphere(slot)) {
            return point.minus(vector(slot, 0)).times(1 / solids.number(slot, 3));
        }
        return vector(slot, 3).cross(vector(slot, 6)).unit();
    }

    boolean isSmooth(int slot) {
        int shape = solids.shape(slot);
        return shape >= 0 && shapes.isSmooth(shape);
    }

    /** Writes the outward normal of the surface at a point as numbers. */
    void faceNormal(int slot, double x, double y, double z, double[] into, int at) {
        if (isSphere(slot)) {
            double inverse = 1 / solids.number(slot, 3);
            into[at] = (x - solids.number(slot, 0)) * inverse;
            into[at + 1] = (y - solids.number(slot, 1)) * inverse;
            into[at + 2] = (z - solids.number(slot, 2)) * inverse;
            return;
        }
        double ax = solids.number(slot, 3);
        double ay = solids.number(slot, 4);
        double az = solids.number(slot, 5);
        double bx = solids.number(slot, 6);
        double by = solids.number(slot, 7);
        double bz = solids.number(slot, 8);
        double nx = ay * bz - az * by;
        double ny = az * bx - ax * bz;
        double nz = ax * by - ay * bx;
        double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
        double scale = length == 0 ? 1 : 1 / length;
        into[at] = nx * scale;
        into[at + 1] = ny * scale;
        into[at + 2] = nz * scale;
    }

    private Vector3 vector(int slot, int index) {
        return new Vector3(solids.number(slot, index), solids.number(slot, index + 1), solids.number(slot, index + 2));
    }

    /**
     * Returns the normal that is used to compute light: that of the face or, for a smooth triangle, an interpolation of
     * the normals at its corners.
     *
     * @param u the weight of the second corner
     * @param v the weight of the third corner
     */
    Vector3 shadingNormal(int slot, Vector3 faceNormal, double u, double v) {
        int triangle = solids.shape(slot);
        if (triangle < 0 || !shapes.isSmooth(triangle)) {
            return faceNormal;
        }
        Vector3 mixed = shapes.normal(triangle, 0)
                .times(1 - u - v)
                .plus(u, shapes.normal(triangle, 1))
                .plus(v, shapes.normal(triangle, 2));
        double length = mixed.length();
        if (!(length > 1e-6)) {
            return faceNormal;
        }
        // Files differ in which side is outside; the order of the corners decides.
        return mixed.times((mixed.dot(faceNormal) < 0 ? -1 : 1) / length);
    }
}
