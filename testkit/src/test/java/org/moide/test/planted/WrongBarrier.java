package org.moide.test.planted;

import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/**
 * All IDs give ID 0 a number, wait for each other, and ID 0 reports the sum. Flaw: the barrier waits only for threads
 * of the same engine.
 */
public final class WrongBarrier implements Application {
    private static final int GIVE = 1;

    private long sum;

    @Override
    public void run(ComputeThread self) {
        if (self.id() == 0) {
            self.comm().onRequest(GIVE, Long.class, (request, value) -> sum += value);
        }
        self.comm().request(0, GIVE, self.id() + 1L, Long.class);
        if (Flaw.in(self.arguments())) {
            self.comm().barrier();
        } else {
            self.comm().remoteBarrier();
        }
        if (self.id() == 0) {
            self.report().put("sum", sum);
        }
    }
}
