package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.moide.commlib.message.CommLimits;

/** Makes systems on the path that a test is about. */
public interface TestSystems {
    /**
     * A system of as many engines as {@code shape} has numbers, each with that many threads; a path within one engine puts
     * all threads there.
     */
    TestSystem open(CommLimits limits, int... shape);

    /** Opens a system like {@link #open(CommLimits, int...)}, with the limits that runs have. */
    default TestSystem open(int... shape) {
        return open(CommLimits.DEFAULT, shape);
    }

    /** Limits by which a collective ends soon: as long as it takes here to be sure that somebody would have come. */
    default CommLimits hasty() {
        return CommLimits.DEFAULT.withCollectiveWithin(Duration.ofSeconds(1));
    }

    /** Tries all cases, one after the other; beside each other where each takes its limit in real time. */
    default <T> void forEach(List<T> cases, Consumer<T> test) {
        cases.forEach(test);
    }

    /** Runs a body that must return on every thread. */
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
