package org.moide.samples.programs.raytrace.tree;

/** A receiver of the shapes that block the rays of a packet. */
@FunctionalInterface
public interface Blocking {
    /** Takes a shape that blocks this ray. Returns whether no more shapes are needed for the ray. */
    boolean isEnough(int ray, int slot);
}
