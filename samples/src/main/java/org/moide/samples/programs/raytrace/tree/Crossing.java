package org.moide.samples.programs.raytrace.tree;

/** Takes the shapes that a ray crosses. */
@FunctionalInterface
public interface Crossing {
    /**
     * Takes a shape that the ray meets within its reach; shapes come in no order of distance. Returns whether no
     * further shape is needed.
     */
    boolean isEnough(int slot, Meeting meeting);
}
