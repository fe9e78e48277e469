package org.moide.samples.programs.raytrace.tree;

/** A listener that is told what blocks a ray of a packet. */
@FunctionalInterface
public interface Blocking {
    /** Whether nothing more need be looked at for this ray. */
    boolean isEnough(int ray, int slot);
}
