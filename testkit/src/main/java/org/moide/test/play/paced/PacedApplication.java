package org.moide.test.play.paced;

import org.moide.engine.Application;
import org.moide.engine.ComputeThread;
import org.moide.test.play.Pace;

/** An SPMD application, with a pause before each call of a thread. */
record PacedApplication(Application threads, Pace pace) implements Application {
    @Override
    public Mode mode() {
        return threads.mode();
    }

    @Override
    public void run(ComputeThread self) throws Exception {
        pace.pause();
        threads.run(PacedCalls.paced(ComputeThread.class, self, pace));
        pace.pause();
    }
}
