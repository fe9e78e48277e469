package org.moide.samples.programs.raytrace.tree;

/** A receiver of the shapes that a ray crosses. */
@FunctionalInterface
public interface Crossing {
    /**
     * Takes a shape that the ray meets within its reach. Shapes do not come in the order of their distances. Returns
     * whether no more shapes are needed.
     */
    boolean isEnough(int slot, Meeting meeting);
}
