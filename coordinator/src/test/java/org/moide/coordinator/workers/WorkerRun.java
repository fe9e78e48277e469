package org.moide.coordinator.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.moide.coordinator.run.TestRun;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.WorkerApplication;

/** Runs of worker applications in this JVM, on one engine for each given number of threads. */
final class WorkerRun {
    private WorkerRun() {}

    /** What a run that must be complete comes to, with workers that stay where they are. */
    static Map<String, Object> results(WorkerApplication<?, ?, ?> application, int... threads)
            throws InterruptedException {
        return results(application, "none", threads);
    }

    /** What a run that must be complete comes to. */
    static Map<String, Object> results(WorkerApplication<?, ?, ?> application, String strategy, int... threads)
            throws InterruptedException {
        return complete(TestRun.of(() -> application, threads).workers(strategy));
    }

    /** What such a run comes to. */
    static Map<String, Object> complete(TestRun run, String... arguments) throws InterruptedException {
        RunOutcome outcome = run.run(arguments);
        assertThat(outcome.ending()).as(run.faults + "").isInstanceOf(RunEnding.Complete.class);
        assertThat(run.faults).isEmpty();
        return run.results;
    }

    /** The first line of what the user is told of a run that must fail. */
    static String failure(WorkerApplication<?, ?, ?> application, int... threads) throws InterruptedException {
        return failure(application, "none", threads);
    }

    /** As {@link #failure(WorkerApplication, int...)}, of workers that are balanced in this way. */
    static String failure(WorkerApplication<?, ?, ?> application, String strategy, int... threads)
            throws InterruptedException {
        return failure(TestRun.of(() -> application, threads).workers(strategy));
    }

    /** The same of such a run. */
    static String failure(TestRun run) throws InterruptedException {
        RunOutcome outcome = run.run();
        assertThat(outcome.ending()).as(run.results + "").isInstanceOf(RunEnding.Failed.class);
        assertThat(run.faults).isEmpty();
        String headline = Objects.requireNonNull(outcome.failure()).headline();
        assertThat(headline.lines()).as(headline).hasSizeLessThanOrEqualTo(2);
        return headline;
    }
}
