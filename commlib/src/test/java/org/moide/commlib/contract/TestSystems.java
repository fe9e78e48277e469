package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.moide.commlib.message.CommLimits;

/** A maker of test systems that communicate on the path that a test is about. */
public interface TestSystems {
    /**
     * Creates a system with one engine for each number in {@code shape}, and that many threads in it. If the path is
     * within one engine, that engine has all the threads.
     */
    TestSystem open(CommLimits limits, int... shape);

    /** Creates a system with the same limits as real runs. */
    default TestSystem open(int... shape) {
        return open(CommLimits.DEFAULT, shape);
    }

    /**
     * Returns limits with which a collective that cannot complete fails soon, but late enough that a running ID has
     * joined it.
     */
    default CommLimits hasty() {
        return CommLimits.DEFAULT.withCollectiveWithin(Duration.ofSeconds(1));
    }

    /**
     * Tests all cases one after the other. On a path on which each case takes as long as its limit in real time, the
     * cases may run in parallel.
     */
    default <T> void forEach(List<T> cases, Consumer<T> test) {
        cases.forEach(test);
    }

    /** Runs a body on every thread of a new system, and fails if it does not return everywhere. */
    default void succeed(TestSystem.Body body, int... shape) {
        try (TestSystem system = open(shape)) {
            assertAllReturned(system.run(body));
        }
    }

    static void assertAllReturned(List<? extends Throwable> thrown) {
        List<String> failed = new ArrayList<>();
        for (int id = 0; id < thrown.size(); id++) {
            Throwable failure = thrown.get(id);
            if (failure != null) {
                failed.add("ID " + id + ": " + failure);
            }
        }
        Throwable first = thrown.stream().filter(t -> t != null).findFirst().orElse(null);
        if (first != null) {
            throw new AssertionError("expected all IDs to return, found " + String.join("; ", failed), first);
        }
        assertThat(thrown).isNotEmpty();
    }
}
