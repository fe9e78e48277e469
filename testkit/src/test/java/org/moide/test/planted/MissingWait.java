package org.moide.test.planted;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.moide.commlib.Reduction;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/**
 * The threads of an engine fill an array together, and then each thread adds up the whole array. Flaw: they do not wait
 * for each other in between.
 */
public final class MissingWait implements Application {
    private static final int MOST_THREADS = 8;

    private final AtomicLongArray parts = new AtomicLongArray(MOST_THREADS);

    @Override
    public Mode mode() {
        return Mode.COOPERATIVE;
    }

    @Override
    public void run(ComputeThread self) {
        parts.set(self.threadIndex(), self.threadIndex() + 1);
        if (!Flaw.in(self.arguments())) {
            self.barrier();
        }
        long[] seen = new long[self.threadCount()];
        Arrays.setAll(seen, parts::get);
        long sum = self.comm().allReduce(Arrays.stream(seen).sum(), Reduction.MINIMUM);
        if (self.id() == 0) {
            self.report().put("sum", sum);
        }
    }
}
