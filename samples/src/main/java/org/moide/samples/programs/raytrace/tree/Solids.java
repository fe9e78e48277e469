package org.moide.samples.programs.raytrace.tree;

import java.util.function.IntPredicate;

/**
 * Spheres and triangles laid out for speed: in the order of their {@link BoxTree}'s leaves, nine numbers each, so that
 * the shapes of a leaf are neighbours in memory. Their numbers are doubles: rays begin and end so close to surfaces
 * that floats would have them begin on the other side. Immutable; any thread, each with its own {@link Probe} and
 * {@link Packet}.
 */
public final class Solids {
    /** The source of the shapes. Any thread. */
    public interface Source {
        int triangles();

        int spheres();

        /** Writes nine numbers: a triangle's corners. */
        void triangle(int number, double[] into, int at);

        /** Writes four numbers: a sphere's centre and radius. */
        void sphere(int number, double[] into, int at);
    }

    private final BoxTree tree;
    private final Slots slots;

    /**
     * Builds the tree.
     *
     * @param threads that may build it, this one among them
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

    /** The shape in a slot, as its source numbers it: a triangle's number, or {@code ~} a sphere's. */
    public int shape(int slot) {
        return slots.shape[slot];
    }

    /**
     * A number of a slot, which has nine: a triangle's corner and two edges, or a sphere's centre, radius, radius².
     */
    public double number(int slot, int index) {
        return slots.data[Slots.STRIDE * slot + index];
    }

    /** Finds the nearest shape before the probe's distance: {@link Probe#meet} is called. */
    public void nearest(Probe probe) {
        Walk.nearest(tree, slots, probe);
    }

    /**
     * Shows every shape before the probe's distance to {@code crossing}, in no order of distance, until it has enough.
     */
    public void all(Probe probe, Crossing crossing) {
        Walk.all(tree, slots, probe, crossing);
    }

    /**
     * Shows the shapes whose leaves' boxes are in a shaft, in no order, until {@code isEnough} says so; a shape that is
     * in it is among them.
     */
    public void inside(Shaft shaft, IntPredicate isEnough) {
        Walk.inside(tree, shaft, isEnough);
    }

    /** Finds the nearest shape for each ray of a packet, the same as {@link #nearest(Probe)} finds. */
    public void nearest(Packet packet) {
        new PacketWalk(tree, slots, packet, null).run();
    }

    /** Tells of each ray of a packet whether a shape is before its reach: {@code blocking} is asked, in no order. */
    public void blocked(Packet packet, Blocking blocking) {
        new PacketWalk(tree, slots, packet, blocking).run();
    }
}
