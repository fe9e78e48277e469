package org.moide.samples.programs.raytrace.tree;

/** Takes the shapes that block a ray of a packet. */
@FunctionalInterface
public interface Blocking {
    /** Takes a shape that blocks this ray. Returns whether no further shape is needed for the ray. */
    boolean isEnough(int ray, int slot);
}
