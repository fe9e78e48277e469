package org.moide.balance.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.simulation.Platform;
import org.moide.balance.strategy.Membership;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.DataLayout;

/**
 * A schedule of an omniscient balancer whose messages cost nothing (TDC, §4.3), for comparison with strategies
 * simulated on the same network.
 *
 * <p>An idle thread takes the task whose data arrives at its member first, whoever has the task. Each member sends one
 * object at a time, and copies spread from member to member ({@link ObjectLines}). Time is lost only by waiting for
 * transfers, and by idle threads at the end.
 *
 * <p>TDC's definition does not say which of several equally good tasks is taken; {@link Order} has the possible rules.
 * All of them are tried, and the best schedule counts. Among threads that are idle at the same time, the one whose data
 * arrives first chooses first. A thread that waits for data is given its task when the data has arrived.
 */
public final class AllKnowingSchedule {
    /** The key under which tasks that read no objects are kept. */
    private static final int NOTHING = -1;

    private final BagWorkload workload;
    private final DataLayout layout;
    private final long memoryBytes;
    private final Order order;
    private final ObjectLines lines;
    private final Map<TaskClass, Bag> bags = new LinkedHashMap<>();
    private final Map<Integer, List<Bag>> byFirst = new HashMap<>(); // by the first object that their tasks read
    private final List<MemberObjects> stores = new ArrayList<>(); // by rank
    private final PriorityQueue<Worker> busy = new PriorityQueue<>(
            Comparator.comparingLong((Worker one) -> one.freeNanos).thenComparingInt(one -> one.number));
    private final PriorityQueue<End> ends =
            new PriorityQueue<>(Comparator.comparingLong(End::nanos).thenComparingInt(End::task));
    private List<Worker> parked = new ArrayList<>(); // no task could get its data to them in time
    private long fetched;
    private long endNanos;
    private int done;

    /**
     * The tasks of one class (tasks that read the same objects) that have not begun, and the threads that compute tasks
     * of this class now or next.
     */
    private static final class Bag {
        private final TaskClass taskClass;
        private final ArrayDeque<Integer> tasks = new ArrayDeque<>();
        private final Set<Worker> workers = new LinkedHashSet<>();
        private double work;

        Bag(TaskClass taskClass) {
            this.taskClass = taskClass;
        }

        /**
         * Returns the time at which the threads of this class would have begun all its tasks, if no other thread
         * helped.
         */
        double overNanos(long nowNanos) {
            double rest = work;
            double power = 0;
            double at = nowNanos;
            List<Worker> sorted = new ArrayList<>(workers);
            sorted.sort(Comparator.comparingLong(one -> one.freeNanos));
            for (Worker worker : sorted) {
                double from = Math.max(nowNanos, worker.freeNanos);
                if ((from - at) * power >= rest) {
                    break;
                }
                rest -= (from - at) * power;
                at = from;
                power += worker.power;
            }
            return power == 0 ? Double.POSITIVE_INFINITY : at + rest / power;
        }
    }

    private static final class Worker {
        private final int number;
        private final int rank;
        private final double power;
        private long freeNanos;
        private @Nullable Bag bag;

        Worker(int number, int rank, double power) {
            this.number = number;
            this.rank = rank;
            this.power = power;
        }

        void turnTo(@Nullable Bag next) {
            if (bag != null) {
                bag.workers.remove(this);
            }
            bag = next;
            if (next != null) {
                next.workers.add(this);
            }
        }
    }

    /** The end of a task that puts (creates) other tasks. */
    private record End(long nanos, int task) {}

    /**
     * A class of tasks that a thread could take next.
     *
     * @param atNanos when the data of the class would have arrived at the thread's member
     * @param missing the number of objects that the member lacks
     * @param rank the preference for the class among equals: its work per thread or its number of tasks
     */
    private record Choice(Worker worker, Bag bag, long atNanos, int missing, double rank) {
        boolean isBetterThan(Choice other) {
            if (atNanos != other.atNanos) {
                return atNanos < other.atNanos;
            }
            return missing != other.missing ? missing < other.missing : rank > other.rank;
        }

        boolean hasMoreThan(Choice other) {
            return rank != other.rank ? rank > other.rank : isBetterThan(other);
        }
    }

    /**
     * A combination of the rules that TDC's definition leaves open.
     *
     * @param workFirst among classes whose data arrives at the same time: true prefers the most work per thread, false
     *     the most tasks
     * @param onlyUseful whether a class is passed over if its data would arrive only after the threads that have the
     *     data already had begun all its tasks
     * @param looksBeyond whether all arrivals within one object's transfer time after the first arrival count as
     *     simultaneous
     */
    private record Order(boolean workFirst, boolean onlyUseful, boolean looksBeyond) {
        private static List<Order> all() {
            List<Order> all = new ArrayList<>();
            for (int bits = 0; bits < 8; bits++) {
                all.add(new Order((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0));
            }
            return all;
        }
    }

    private AllKnowingSchedule(BagWorkload workload, Platform platform, Order order) {
        this.workload = workload;
        this.layout = workload.data();
        this.memoryBytes = platform.dataMemory();
        this.order = order;
        this.lines = new ObjectLines(layout.bytes(), platform.interconnect().bytesPerSecond());
    }

    /** Returns the best of the schedules that the different {@link Order orders} give. */
    public static ScheduleOutcome of(BagWorkload workload, Platform platform) {
        return Order.all().stream()
                .map(order -> new AllKnowingSchedule(workload, platform, order).run(platform.members()))
                .min(Comparator.comparingLong(ScheduleOutcome::nanos).thenComparingLong(ScheduleOutcome::fetched))
                .orElseThrow();
    }

    private ScheduleOutcome run(Membership members) {
        int number = 0;
        for (int rank = 0; rank < members.size(); rank++) {
            MemberObjects placed = new MemberObjects(layout, rank, members.size(), memoryBytes);
            stores.add(placed);
            for (int object : placed.all()) {
                lines.has(object, rank, 0);
            }
            Membership.Member member = members.at(rank);
            for (int thread = 0; thread < member.threads(); thread++) {
                busy.add(new Worker(number++, rank, member.power() / member.threads()));
            }
        }
        for (int index = 0; index < workload.rootTasks(); index++) {
            add(workload.root(index));
        }
        while (done < workload.tasks()) {
            long now = Math.min(
                    busy.isEmpty() ? Long.MAX_VALUE : busy.peek().freeNanos,
                    ends.isEmpty() ? Long.MAX_VALUE : ends.peek().nanos());
            step(now);
        }
        return new ScheduleOutcome(endNanos, workload.workNanos() / (members.power() * endNanos), fetched);
    }

    private void step(long now) {
        List<Worker> idle = new ArrayList<>();
        boolean changed = false;
        while (!ends.isEmpty() && ends.peek().nanos() <= now) {
            int task = ends.remove().task();
            for (int child = 0; child < workload.childCount(task); child++) {
                add(workload.child(task, child));
            }
            changed = true;
        }
        while (!busy.isEmpty() && busy.peek().freeNanos <= now) {
            Worker worker = busy.remove();
            if (!takeWhatIsHere(worker, now)) {
                idle.add(worker);
            }
        }
        changed |= !idle.isEmpty();
        if (changed) {
            idle.addAll(parked);
            parked = new ArrayList<>();
            choose(idle, now);
        }
    }

    /** Assigns tasks to the idle threads. The thread whose data arrives first is served first. */
    private void choose(List<Worker> idle, long now) {
        while (!idle.isEmpty()) {
            Choice best = null;
            Map<Integer, Long> earliest = new LinkedHashMap<>();
            Map<Bag, Double> over = new LinkedHashMap<>();
            Set<Integer> seen = new HashSet<>();
            boolean emptySeen = false;
            for (Worker worker : idle) {
                boolean empty = stores.get(worker.rank).isEmpty();
                if (!seen.add(worker.rank) || (empty && emptySeen)) {
                    continue; // another thread has the same choice
                }
                emptySeen |= empty;
                Choice choice = choice(worker, now, earliest, over);
                if (choice != null && (best == null || choice.isBetterThan(best))) {
                    best = choice;
                }
            }
            if (best == null) {
                idle.forEach(worker -> worker.turnTo(null));
                parked = idle;
                return;
            }
            idle.remove(best.worker());
            turn(best, now);
        }
    }

    private @Nullable Choice choice(Worker worker, long now, Map<Integer, Long> earliest, Map<Bag, Double> over) {
        List<Choice> choices = new ArrayList<>();
        long first = Long.MAX_VALUE;
        MemberObjects here = stores.get(worker.rank);
        for (Bag bag : bags.values()) {
            if (bag.tasks.isEmpty()) {
                continue;
            }
            long at = now;
            int missing = 0;
            for (long id : bag.taskClass.ids()) {
                int object = (int) id;
                Long since = here.since(object);
                missing += since == null ? 1 : 0;
                at = Math.max(
                        at,
                        since != null ? since : earliest.computeIfAbsent(object, one -> lines.earliestNanos(one, now)));
            }
            if (at > now && order.onlyUseful() && at >= over.computeIfAbsent(bag, one -> one.overNanos(now))) {
                continue;
            }
            double amount = order.workFirst() ? bag.work / (1 + bag.workers.size()) : bag.tasks.size();
            choices.add(new Choice(worker, bag, at, missing, amount));
            first = Math.min(first, at);
        }
        return best(choices, first + (order.looksBeyond() ? lines.longestNanos() : 0));
    }

    /**
     * Returns the choice whose data arrives first. If this schedule's {@link Order} looks beyond the first arrival,
     * returns the choice with the most work among those whose data arrives by {@code untilNanos}.
     */
    private @Nullable Choice best(List<Choice> choices, long untilNanos) {
        Choice best = null;
        for (Choice choice : choices) {
            boolean better =
                    best == null || (order.looksBeyond() ? choice.hasMoreThan(best) : choice.isBetterThan(best));
            if (choice.atNanos() <= untilNanos && better) {
                best = choice;
            }
        }
        return best;
    }

    private boolean takeWhatIsHere(Worker worker, long now) {
        MemberObjects here = stores.get(worker.rank);
        List<Bag> some = new ArrayList<>(byFirst.getOrDefault(NOTHING, List.of()));
        here.all().forEach(object -> some.addAll(byFirst.getOrDefault(object, List.of())));
        Bag best = null;
        double most = 0;
        for (Bag bag : some) {
            int workers = bag.workers.size() + (worker.bag == bag ? 0 : 1);
            double amount = order.workFirst() ? bag.work / workers : bag.tasks.size();
            if (!bag.tasks.isEmpty() && amount > most && isHere(bag.taskClass, here, now)) {
                best = bag;
                most = amount;
            }
        }
        if (best == null) {
            return false;
        }
        turn(new Choice(worker, best, now, 0, 0), now);
        return true;
    }

    private static boolean isHere(TaskClass taskClass, MemberObjects here, long now) {
        for (long id : taskClass.ids()) {
            Long since = here.since(id);
            if (since == null || since > now) {
                return false;
            }
        }
        return true;
    }

    private void turn(Choice choice, long now) {
        Worker worker = choice.worker();
        worker.turnTo(choice.bag());
        long at = bring(choice.bag().taskClass, worker.rank, now);
        if (at > now) {
            worker.freeNanos = at;
        } else {
            int task = choice.bag().tasks.remove();
            choice.bag().work -= workload.nanos(task);
            worker.freeNanos = now + Math.max(1, Math.round(workload.nanos(task) / worker.power));
            endNanos = Math.max(endNanos, worker.freeNanos);
            done++;
            if (workload.childCount(task) > 0) {
                ends.add(new End(worker.freeNanos, task));
            }
        }
        busy.add(worker);
    }

    private void add(int task) {
        Bag bag = bags.computeIfAbsent(workload.taskClass(task), this::newBag);
        bag.tasks.add(task);
        bag.work += workload.nanos(task);
    }

    private Bag newBag(TaskClass taskClass) {
        int first = taskClass.isNone() ? NOTHING : (int) taskClass.ids()[0];
        Bag bag = new Bag(taskClass);
        byFirst.computeIfAbsent(first, none -> new ArrayList<>()).add(bag);
        return bag;
    }

    /**
     * Books the transfers of a class's objects to a member.
     *
     * @return the time at which the member has all of them
     */
    private long bring(TaskClass taskClass, int rank, long now) {
        return stores.get(rank)
                .use(
                        taskClass,
                        id -> {
                            fetched++;
                            return lines.bring(id, rank, now);
                        },
                        id -> lines.dropped(id, rank),
                        now);
    }
}
