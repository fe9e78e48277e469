package org.moide.coordinator.workload;

import java.util.ArrayList;
import java.util.List;
import org.moide.balance.strategy.Membership;
import org.moide.balance.workload.Workload;

/**
 * The workload of a real run, and where it ran.
 *
 * @param application the application that ran
 * @param threadPower the power of a thread to which times refer, by the kernel that measures power
 * @param engines the engines that computed
 * @param content the work that they did
 */
public record RecordedWorkload(String application, double threadPower, List<Engine> engines, Content content) {
    /** The work that engines did: the tasks of a bag, or those of workers. */
    public sealed interface Content permits RecordedTasks, RecordedWorkers {
        /**
         * Returns the workload to be simulated.
         *
         * @throws IllegalArgumentException if the tasks are impossible; the message says what was expected and
         *     found
         */
        Workload workload(String name);
    }

    /**
     * An engine of the run.
     *
     * @param power of all its threads together
     */
    public record Engine(String host, int threads, double power) {
        public Engine {
            if (threads < 1 || !(power > 0) || Double.isInfinite(power)) {
                throw new IllegalArgumentException("engine on " + host
                        + ": expected at least 1 thread and a power above 0, found " + threads + " and " + power);
            }
        }
    }

    public RecordedWorkload {
        engines = List.copyOf(engines);
        if (!(threadPower > 0) || Double.isInfinite(threadPower)) {
            throw new IllegalArgumentException("expected a threadPower above 0, found " + threadPower);
        }
    }

    /** Returns the tasks of a bag. The content must be those. */
    public RecordedTasks bag() {
        return (RecordedTasks) content;
    }

    /** Returns the workers and their tasks. The content must be those. */
    public RecordedWorkers workers() {
        return (RecordedWorkers) content;
    }

    /** Returns the engines of the run as members; a thread of {@link #threadPower} has power 1. */
    public Membership members() {
        List<Membership.Member> members = new ArrayList<>();
        for (Engine engine : engines) {
            members.add(new Membership.Member(members.size(), 1, engine.power() / threadPower, engine.threads()));
        }
        return Membership.of(members);
    }
}
