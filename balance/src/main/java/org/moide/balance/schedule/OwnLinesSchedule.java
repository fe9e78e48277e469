package org.moide.balance.schedule;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.simulation.Platform;
import org.moide.balance.strategy.Membership;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.DataLayout;

/**
 * A variant of {@link AllKnowingSchedule} for a network that does not exist: each member receives over a line of its
 * own, one object after the other, and a holder sends to any number of members at once. The difference between the two
 * schedules shows what waiting for senders costs.
 *
 * <p>The rule is simple: an idle thread at once takes the task for which its member lacks the fewest bytes, and waits
 * for them. Among equals it takes a task of the class with the most tasks.
 */
public final class OwnLinesSchedule {
    private static final double NANOS_PER_SECOND = 1e9;

    private final BagWorkload workload;
    private final DataLayout layout;
    private final double bytesPerNano;
    private final long memoryBytes;
    private final Map<TaskClass, ArrayDeque<Integer>> ready = new LinkedHashMap<>();
    private long fetched;

    /** A compute thread, with the time at which it becomes free and its member's objects. */
    private record Processor(long freeNanos, int number, double power, MemberObjects objects) {}

    /** The end of a task that puts (creates) other tasks. */
    private record End(long nanos, int task) {}

    private OwnLinesSchedule(BagWorkload workload, Platform platform) {
        this.workload = workload;
        this.layout = workload.data();
        this.bytesPerNano = platform.interconnect().bytesPerSecond() / NANOS_PER_SECOND;
        this.memoryBytes = platform.dataMemory();
    }

    /** Returns the outcome of this schedule for a workload on a platform. */
    public static ScheduleOutcome of(BagWorkload workload, Platform platform) {
        return new OwnLinesSchedule(workload, platform).run(platform.members());
    }

    private ScheduleOutcome run(Membership members) {
        PriorityQueue<Processor> free = new PriorityQueue<>(
                Comparator.comparingLong(Processor::freeNanos).thenComparingInt(Processor::number));
        PriorityQueue<End> ends =
                new PriorityQueue<>(Comparator.comparingLong(End::nanos).thenComparingInt(End::task));
        int number = 0;
        for (int rank = 0; rank < members.size(); rank++) {
            MemberObjects objects = new MemberObjects(layout, rank, members.size(), memoryBytes);
            Membership.Member member = members.at(rank);
            for (int thread = 0; thread < member.threads(); thread++) {
                free.add(new Processor(0, number++, member.power() / member.threads(), objects));
            }
        }
        for (int index = 0; index < workload.rootTasks(); index++) {
            add(workload.root(index));
        }
        long endNanos = 0;
        for (int done = 0; done < workload.tasks(); done++) {
            Processor next = free.remove();
            while (!ends.isEmpty() && (ends.peek().nanos() <= next.freeNanos() || ready.isEmpty())) {
                End end = ends.remove();
                next = new Processor(
                        Math.max(next.freeNanos(), end.nanos()), next.number(), next.power(), next.objects());
                for (int child = 0; child < workload.childCount(end.task()); child++) {
                    add(workload.child(end.task(), child));
                }
            }
            TaskClass taskClass = nearest(next.objects());
            long beginNanos = next.freeNanos() + Math.round(bring(taskClass, next.objects()) / bytesPerNano);
            int task = take(taskClass);
            long nanos = beginNanos + Math.max(1, Math.round(workload.nanos(task) / next.power()));
            endNanos = Math.max(endNanos, nanos);
            if (workload.childCount(task) > 0) {
                ends.add(new End(nanos, task));
            }
            free.add(new Processor(nanos, next.number(), next.power(), next.objects()));
        }
        return new ScheduleOutcome(endNanos, workload.workNanos() / (members.power() * endNanos), fetched);
    }

    private void add(int task) {
        ready.computeIfAbsent(workload.taskClass(task), none -> new ArrayDeque<>())
                .add(task);
    }

    private int take(TaskClass taskClass) {
        ArrayDeque<Integer> tasks = ready.getOrDefault(taskClass, new ArrayDeque<>());
        int task = tasks.remove();
        if (tasks.isEmpty()) {
            ready.remove(taskClass);
        }
        return task;
    }

    private TaskClass nearest(MemberObjects objects) {
        TaskClass best = null;
        long least = Long.MAX_VALUE;
        int most = 0;
        for (Map.Entry<TaskClass, ArrayDeque<Integer>> one : ready.entrySet()) {
            long missing = objects.missingBytes(one.getKey());
            if (missing < least || (missing == least && one.getValue().size() > most)) {
                best = one.getKey();
                least = missing;
                most = one.getValue().size();
            }
        }
        return required(best);
    }

    private static TaskClass required(@Nullable TaskClass found) {
        if (found == null) {
            throw new IllegalStateException("expected tasks that are put, found none");
        }
        return found;
    }

    /**
     * Adds the objects of a class to those of a member, as if they were fetched.
     *
     * @return the size of the objects that were missing
     */
    private long bring(TaskClass taskClass, MemberObjects objects) {
        long missing = objects.missingBytes(taskClass);
        objects.use(
                taskClass,
                id -> {
                    fetched++;
                    return 0;
                },
                id -> {},
                0);
        return missing;
    }
}
