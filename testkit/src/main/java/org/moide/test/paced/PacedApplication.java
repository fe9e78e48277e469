package org.moide.test.paced;

import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/** An SPMD application, with a pause before each call of a thread. */
record PacedApplication(Application threads, Pace pace) implements Application {
    @Override
    public Mode mode() {
        return threads.mode();
    }

    @Override
    public void run(ComputeThread self) throws Exception {
        String who = "ID " + self.id();
        pace.pause();
        pace.does(() -> who + " begins on engine " + self.engine());
        threads.run(PacedCalls.paced(who, ComputeThread.class, self, pace));
        pace.does(() -> who + " has returned");
        pace.pause();
    }
}
