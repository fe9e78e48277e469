package org.moide.balance.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.simulation.Interconnect;
import org.moide.balance.strategy.Membership;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.DataLayout;

/**
 * As {@link AllKnowingSchedule}, in a network in which all that is for one member comes over a line of its own, one object after
 * the other, and whoever gives it gives to any number at once. No network is like that; it says what waiting for senders costs.
 * The schedule is the plainest: an idle thread takes the task for which the fewest bytes have to come, at once, and waits for
 * them; of equals that of which there are the most.
 */
public final class OwnLinesSchedule {
    private static final double NANOS_PER_SECOND = 1e9;

    private final BagWorkload workload;
    private final DataLayout layout;
    private final double bytesPerNano;
    private final long memoryBytes;
    private final Map<TaskClass, ArrayDeque<Integer>> ready = new LinkedHashMap<>();
    private long fetched;

    /** A thread, when it is free, and the objects of its member. */
    private record Processor(long freeNanos, int number, double power, Map<Long, Long> objects) {}

    /** A task that puts others ends at this time. */
    private record End(long nanos, int task) {}

    private OwnLinesSchedule(BagWorkload workload, Interconnect interconnect, long memoryBytes) {
        this.workload = workload;
        this.layout = workload.data();
        this.bytesPerNano = interconnect.bytesPerSecond() / NANOS_PER_SECOND;
        this.memoryBytes = memoryBytes;
    }

    /** The schedule of this workload. */
    public static ScheduleOutcome of(
            BagWorkload workload, Membership members, Interconnect interconnect, long memoryBytes) {
        return new OwnLinesSchedule(workload, interconnect, memoryBytes).run(members);
    }

    private ScheduleOutcome run(Membership members) {
        PriorityQueue<Processor> free = new PriorityQueue<>(
                Comparator.comparingLong(Processor::freeNanos).thenComparingInt(Processor::number));
        PriorityQueue<End> ends =
                new PriorityQueue<>(Comparator.comparingLong(End::nanos).thenComparingInt(End::task));
        int number = 0;
        for (int rank = 0; rank < members.size(); rank++) {
            Map<Long, Long> objects = placed(rank, members.size());
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

    private Map<Long, Long> placed(int rank, int count) {
        Map<Long, Long> objects = new LinkedHashMap<>(); // the longest unused first
        long bytes = 0;
        for (int id = 0; id < layout.bytes().length; id++) {
            if (layout.home(id, count) == rank && bytes + layout.bytes()[id] <= memoryBytes) {
                bytes += layout.bytes()[id];
                objects.put((long) id, layout.bytes()[id]);
            }
        }
        return objects;
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

    private TaskClass nearest(Map<Long, Long> objects) {
        TaskClass best = null;
        long least = Long.MAX_VALUE;
        int most = 0;
        for (Map.Entry<TaskClass, ArrayDeque<Integer>> one : ready.entrySet()) {
            long missing = missing(one.getKey(), objects);
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

    private long missing(TaskClass taskClass, Map<Long, Long> objects) {
        long bytes = 0;
        for (long id : taskClass.ids()) {
            bytes += objects.containsKey(id) ? 0 : layout.bytes()[Math.toIntExact(id)];
        }
        return bytes;
    }

    /** Has a class's objects at a member; answers how many bytes had to come. */
    private long bring(TaskClass taskClass, Map<Long, Long> objects) {
        long missing = missing(taskClass, objects);
        Set<Long> read = new LinkedHashSet<>();
        for (long id : taskClass.ids()) {
            read.add(id);
            fetched += objects.containsKey(id) ? 0 : 1;
            objects.remove(id);
        }
        List<Long> oldest = new ArrayList<>(objects.keySet());
        long used = objects.values().stream().mapToLong(Long::longValue).sum();
        for (long id : read) {
            used += layout.bytes()[Math.toIntExact(id)];
        }
        for (long id : oldest) {
            if (used > memoryBytes) {
                Long bytes = objects.remove(id);
                used -= bytes == null ? 0 : bytes;
            }
        }
        for (long id : read) {
            objects.put(id, layout.bytes()[Math.toIntExact(id)]); // the latest
        }
        return missing;
    }
}
