package org.moide.coordinator.workload;

import java.util.ArrayList;
import java.util.List;
import org.moide.balance.strategy.Membership;
import org.moide.balance.workload.Workload;

/**
 * The recorded workload of a real run, with the engines that computed it.
 *
 * @param application the application that ran
 * @param threadPower the power of the thread to which all times refer; a thread of twice that power needs half the
 *     time
 * @param content the tasks or workers
 */
public record RecordedWorkload(String application, double threadPower, List<Engine> engines, Content content) {
    /** The work of a recorded run: the tasks of a bag, or workers with their tasks. */
    public sealed interface Content permits RecordedTasks, RecordedWorkers {
        /**
         * Returns the workload for a simulation.
         *
         * @throws IllegalArgumentException if the recorded tasks contradict each other; the message says what was
         *     expected and found
         */
        Workload workload(String name);
    }

    /**
     * An engine of the recorded run.
     *
     * @param power the power of all its threads together
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

    /** Returns the tasks of a recorded bag. Throws if the run had workers. */
    public RecordedTasks bag() {
        return (RecordedTasks) content;
    }

    /** Returns the recorded workers with their tasks. Throws if the run had a bag of tasks. */
    public RecordedWorkers workers() {
        return (RecordedWorkers) content;
    }

    /**
     * Returns the engines of the run as members of a simulation, in which a thread of {@link #threadPower} has power 1.
     */
    public Membership members() {
        List<Membership.Member> members = new ArrayList<>();
        for (Engine engine : engines) {
            members.add(new Membership.Member(members.size(), 1, engine.power() / threadPower, engine.threads()));
        }
        return Membership.of(members);
    }
}
