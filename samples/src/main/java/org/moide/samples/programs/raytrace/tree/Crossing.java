package org.moide.samples.programs.raytrace.tree;

/** A listener that is told what a ray crosses. */
@FunctionalInterface
public interface Crossing {
    /**
     * Whether no further shape is wanted; called for each that the ray meets before its reach, in no order of distance.
     */
    boolean isEnough(int slot, Meeting meeting);
}
