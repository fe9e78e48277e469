package org.moide.test.play;

/** How time passes while an application computes. Called by simulated compute threads. */
@FunctionalInterface
public interface Pace {
    /** Computes for a while; others go on meanwhile. */
    void pause();
}
