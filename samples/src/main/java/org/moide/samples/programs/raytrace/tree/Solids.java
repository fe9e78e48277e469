package org.moide.samples.programs.raytrace.tree;

import java.util.function.IntPredicate;

/**
 * Spheres and triangles in a fast layout: in the order of the leaves of their {@link BoxTree}, with nine numbers each,
 * so that the shapes of a leaf are adjacent in memory. The numbers are doubles, because rays begin and end so near to
 * surfaces that floats would place them on the wrong side. Immutable; any thread may use it, each with a {@link Probe}
 * and a {@link Packet} of its own.
 */
public final class Solids {
    /** The source of the shapes: it gives the coordinates of each. Any thread may call it. */
    public interface Source {
        int triangles();

        int spheres();

        /** Writes nine numbers, a triangle's corners. */
        void triangle(int number, double[] into, int at);

        /** Writes four numbers, a sphere's centre and radius. */
        void sphere(int number, double[] into, int at);
    }

    private final BoxTree tree;
    private final Slots slots;

    /**
     * Builds the tree.
     *
     * @param threads the number of threads that may build it, including the calling one
     */
    public Solids(Source source, int threads) {
        int triangles = source.triangles();
        int count = triangles + source.spheres();
        float[] bounds = new float[6 * count];
        slots = new Slots(count);
        try (Crew crew = new Crew(threads)) {
            crew.each(count, number -> bound(source, triangles, number, bounds));
            tree = new TreeBuilder(bounds, crew).build();
            crew.each(count, slot -> put(source, triangles, slot));
        }
    }

    private void put(Source source, int triangles, int slot) {
        int number = tree.shape(slot);
        int at = Slots.STRIDE * slot;
        double[] data = slots.data;
        if (number < triangles) {
            source.triangle(number, data, at);
            for (int axis = 0; axis < 3; axis++) {
                data[at + 3 + axis] -= data[at + axis];
                data[at + 6 + axis] -= data[at + axis];
            }
            slots.shape[slot] = number;
        } else {
            source.sphere(number - triangles, data, at);
            data[at + 4] = data[at + 3] * data[at + 3];
            slots.shape[slot] = ~(number - triangles);
        }
    }

    private static void bound(Source source, int triangles, int number, float[] bounds) {
        double[] of = new double[Slots.STRIDE];
        if (number < triangles) {
            source.triangle(number, of, 0);
            for (int axis = 0; axis < 3; axis++) {
                BoxTree.bound(
                        bounds,
                        6 * number + axis,
                        Math.min(of[axis], Math.min(of[axis + 3], of[axis + 6])),
                        Math.max(of[axis], Math.max(of[axis + 3], of[axis + 6])));
            }
        } else {
            source.sphere(number - triangles, of, 0);
            for (int axis = 0; axis < 3; axis++) {
                BoxTree.bound(bounds, 6 * number + axis, of[axis] - of[3], of[axis] + of[3]);
            }
        }
    }

    public int count() {
        return slots.shape.length;
    }

    /**
     * Returns the number that the shape in a slot has in the {@link Source}: the number of a triangle, or {@code ~} the
     * number of a sphere.
     */
    public int shape(int slot) {
        return slots.shape[slot];
    }

    /**
     * Returns one of the nine numbers of a slot: a triangle's corner and two edges, or a sphere's centre, radius and
     * squared radius.
     */
    public double number(int slot, int index) {
        return slots.data[Slots.STRIDE * slot + index];
    }

    /** Finds the nearest shape within the probe's distance, and passes it to {@link Probe#meet}. */
    public void nearest(Probe probe) {
        Walk.nearest(tree, slots, probe);
    }

    /**
     * Passes every shape that the probe's ray meets within its distance to {@code crossing}, in no order of distance,
     * until {@code crossing} returns true.
     */
    public void all(Probe probe, Crossing crossing) {
        Walk.all(tree, slots, probe, crossing);
    }

    /**
     * Passes shapes to {@code isEnough}, in no particular order, until it returns true. These are the shapes in those
     * leaves whose boxes are partly inside a shaft, so all shapes in the shaft are among them.
     */
    public void inside(Shaft shaft, IntPredicate isEnough) {
        Walk.inside(tree, shaft, isEnough);
    }

    /** Finds the nearest shape for each ray of a packet, with the same results as {@link #nearest(Probe)}. */
    public void nearest(Packet packet) {
        new PacketWalk(tree, slots, packet, null).run();
    }

    /** Passes the shapes within the reach of each ray of a packet to {@code blocking}, in no particular order. */
    public void blocked(Packet packet, Blocking blocking) {
        new PacketWalk(tree, slots, packet, blocking).run();
    }
}
