package org.moide.test.paced;

import java.util.function.Supplier;

/**
 * The pace of an application that computes: how time passes, and who is told what it does. Called by simulated compute
 * threads.
 */
public interface Pace {
    /** Computes for a while; others go on meanwhile. */
    void pause();

    /** The application does something; the text is asked for if somebody listens. */
    void does(Supplier<String> what);
}
