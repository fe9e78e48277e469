package org.moide.samples.programs.radiosity.room;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Solids;

/**
 * The surfaces of a room in the form that the ray tracer's tree needs: a parallelogram becomes two triangles.
 * Immutable; any thread may use it.
 */
public final class Facets {
    private final Solids solids;
    private final int[] surfaces;
    private final boolean[] second;

    private Facets(List<Surface> all, IntPredicate isIn) {
        int[] chosen = IntStream.range(0, all.size()).filter(isIn).toArray();
        int count = 0;
        for (int surface : chosen) {
            count += all.get(surface).isTriangle() ? 1 : 2;
        }
        int[] owners = new int[count];
        boolean[] halves = new boolean[count];
        int at = 0;
        for (int surface : chosen) {
            owners[at++] = surface;
            if (!all.get(surface).isTriangle()) {
                halves[at] = true;
                owners[at++] = surface;
            }
        }
        surfaces = owners;
        second = halves;
        solids = new Solids(new Triangles(all, owners, halves), 1);
    }

    private static final class Triangles implements Solids.Source {
        private final List<Surface> all;
        private final int[] surfaces;
        private final boolean[] second;

        Triangles(List<Surface> all, int[] surfaces, boolean[] second) {
            this.all = all;
            this.surfaces = surfaces;
            this.second = second;
        }

        @Override
        public int triangles() {
            return surfaces.length;
        }

        @Override
        public int spheres() {
            return 0;
        }

        /**
         * Writes the corners of a triangle. For the second half of a parallelogram, they begin with the opposite
         * corner, so weights count from that corner.
         */
        @Override
        public void triangle(int number, double[] into, int at) {
            Surface surface = all.get(surfaces[number]);
            boolean far = second[number];
            put(surface.at(far ? 1 : 0, far ? 1 : 0), into, at);
            put(surface.at(far ? 0 : 1, far ? 1 : 0), into, at + 3);
            put(surface.at(far ? 1 : 0, far ? 0 : 1), into, at + 6);
        }

        private static void put(Vector3 point, double[] into, int at) {
            into[at] = point.x();
            into[at + 1] = point.y();
            into[at + 2] = point.z();
        }

        @Override
        public void sphere(int number, double[] into, int at) {
            throw new IllegalArgumentException("expected no spheres, was asked for number " + number);
        }
    }

    /** Returns the facets of all surfaces. */
    static Facets all(List<Surface> surfaces) {
        return new Facets(surfaces, surface -> true);
    }

    /**
     * Returns the facets of those surfaces that can block light between others. The walls of a room cannot, because
     * nothing is behind them.
     */
    public static Facets inTheWay(List<Surface> surfaces) {
        return new Facets(
                surfaces,
                surface -> surfaces.stream()
                        .anyMatch(other -> surfaces.get(surface).hasBehind(other)));
    }

    public Solids solids() {
        return solids;
    }

    public boolean isEmpty() {
        return surfaces.length == 0;
    }

    /** Returns the surface to which the triangle in a slot of the tree belongs. */
    public int surface(int slot) {
        return surfaces[solids.shape(slot)];
    }

    /**
     * Returns the position of a point along or across its surface.
     *
     * @param slot the slot of the triangle in which the point lies
     * @param weight the weight that the ray tracer has computed for the point in that triangle
     */
    double share(int slot, double weight) {
        return second[solids.shape(slot)] ? 1.0 - weight : weight;
    }
}
