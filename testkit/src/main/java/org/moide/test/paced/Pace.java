package org.moide.test.paced;

import java.util.function.Supplier;

/** The pace of an application: how its simulated compute threads spend time, and a listener for its calls. */
public interface Pace {
    /** Spends simulated time; other threads run meanwhile. */
    void pause();

    /** Reports a call of the application; the text is made only if there is a listener. */
    void does(Supplier<String> what);
}
