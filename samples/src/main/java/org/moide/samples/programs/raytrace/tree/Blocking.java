package org.moide.samples.programs.raytrace.tree;

/** Is told what blocks a ray of a packet. */
@FunctionalInterface
public interface Blocking {
    /** Whether nothing more need be looked at for this ray. */
    boolean isEnough(int ray, int slot);
}
