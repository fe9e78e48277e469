package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataWanted;
import org.moide.balance.data.TaskClass;
import org.moide.commlib.port.GrowingPause;

/**
 * Receiver-initiated diffusion that considers the cost of moving data (TDC, §4.2). A member and its neighbours together
 * have a number of tasks. If the member has less than its share of them, it asks the neighbours for the difference,
 * first for the classes with the fewest bytes per task. It asks before it runs out of tasks, so that data is
 * transferred while tasks compute. Shares are by power; transfer times are measured.
 *
 * <p>In phase 1, while there is much to do, a member checks the imbalance only when its load has fallen by a certain
 * factor, and tolerates an imbalance of up to as many tasks as are computed while data is fetched. In phase 2 it checks
 * at each change. Unlike the paper, in phase 2 it ignores an imbalance smaller than the changes of load that members do
 * not tell each other, and an idle member asks for a task as long as a neighbour has one queued.
 *
 * <p>At the start the root gives out its tasks by power, like {@link StaticShares}.
 */
final class Diffusion implements Strategy {
    /** The value of {@code word} in a message that asks for the receiver's load. */
    private static final long QUESTION = 1;

    private static final long ANSWER = 2;

    /** The time of a request and its answer, without the data. */
    private static final long LATENCY_NANOS = 1_000_000;

    /** The least time between two messages in which a member tells its load. */
    private static final long TELLING_NANOS = 1_000_000;

    /** The time assumed for a task until one is measured. */
    private static final long UNKNOWN_TASK_NANOS = 1_000_000;

    /** The most that rounding takes from the sum of the parts of a whole number. */
    private static final double ROUNDING = 1e-9;

    /** The default greatest number of classes: so many that only the room in the store is a limit. */
    private static final long DEFAULT_CLASSES = 1_000_000;

    private final int self;
    private final boolean active;
    private final Neighbours neighbours;
    private final double factor;
    private final double first;
    private final double update;
    private final long mostClasses;
    private final StaticShares shares = new StaticShares();
    private final GrowingPause pause;
    private double threshold; // l_bal of the paper
    private long mostLoad;
    private long evaluatedLoad = -1;
    private boolean changed = true; // in this member or a neighbour, since the last evaluation
    private long toldLoad = -1;
    private long toldNanos;
    private final Map<TaskClass, Long> toldClasses = new HashMap<>();
    private long comparedNanos; // when classes were last compared with those told

    private Diffusion(StrategySetup setup, boolean active) {
        Parameters parameters = setup.parameters();
        this.self = setup.member();
        this.active = active;
        this.neighbours = parameters.neighbours("neighbours", "hypercube");
        this.factor = active ? parameters.real("fa", 0.5, 0.01, 0.99) : 0.5;
        this.first = active ? parameters.real("first", 0.5, 0.01, 1) : 1;
        this.update = parameters.real("update", 0.1, 0.001, 1);
        this.mostClasses = parameters.number("classes", DEFAULT_CLASSES, 1, DEFAULT_CLASSES);
        this.pause = parameters.pause("pauseMillis", 5);
    }

    /** Makes the strategy {@code tdc}, in which a member asks before it runs out of tasks. */
    static Diffusion active(StrategySetup setup) {
        return new Diffusion(setup, true);
    }

    /** Makes the strategy {@code tdc-passive}, in which a member asks when it is idle; the paper's baseline. */
    static Diffusion passive(StrategySetup setup) {
        return new Diffusion(setup, false);
    }

    @Override
    public void requireMembers(Membership atStart) {
        neighbours.requireAll(atStart);
    }

    @Override
    public List<Decision> decide(MemberView view) {
        List<Decision> decisions = new ArrayList<>(shares.decide(view));
        if (view.isRoot()) {
            return decisions;
        }
        if (view.tasksComingBack() > 0) { // this member would ask for tasks and tell others that it has none
            changed |= !view.news().isEmpty();
            return decisions;
        }
        List<Integer> domain = neighbours.of(self, view.members());
        for (MemberView.Telling telling : view.news()) {
            changed = true;
            if (telling.word() == QUESTION) {
                decisions.add(new Decision.Tell(List.of(telling.from()), ANSWER));
            }
        }
        serve(view, decisions);
        long load = view.queuedTasks();
        if (load > mostLoad) {
            mostLoad = load;
            threshold = Math.max(threshold, first * load);
        }
        if (!domain.isEmpty()) {
            double average = average(view, domain);
            double demand = demand(view, domain, average);
            if (isDue(view, domain, demand)) {
                balance(view, domain, average, demand, decisions);
            }
            tell(view, domain, decisions);
            ifIdle(view, domain, decisions);
        }
        return decisions;
    }

    // --- giving -----------------------------------------------------------------------------------------------------

    private void serve(MemberView view, List<Decision> decisions) {
        long left = view.spareTasks();
        for (MemberView.Request request : view.requests()) {
            long tasks = Math.min(request.tasks(), fair(view, request, left));
            if (tasks < 1) {
                decisions.add(new Decision.Refuse(request.member()));
                continue;
            }
            int rank = view.members().rankOf(request.member());
            int threads = rank < 0 ? 1 : view.members().at(rank).threads();
            long each = Math.max(1, (tasks + threads - 1) / threads);
            if (request.classes().isEmpty()) {
                decisions.add(new Decision.Give(request.member(), tasks, each));
                left -= tasks;
                continue;
            }
            List<ClassCount> classes = cut(request.classes(), tasks, view.classes());
            long given = classes.stream().mapToLong(ClassCount::tasks).sum();
            if (given == 0) {
                decisions.add(new Decision.Refuse(request.member()));
            } else {
                decisions.add(new Decision.Give(request.member(), given, each, classes));
                left -= given;
            }
        }
    }

    /**
     * Returns how many tasks to give an asking member so that both members then have equally much to do. The asking
     * member's load may have changed since it asked.
     */
    private long fair(MemberView view, MemberView.Request request, long left) {
        double own = power(view, self);
        double other = power(view, request.member());
        double surplus = (left * other - request.queuedTasks() * own) / (own + other);
        long least = request.idleThreads() > 0 && request.queuedTasks() == 0 ? 1 : 0;
        return Math.min(left, Math.max(least, (long) surplus));
    }

    private static List<ClassCount> cut(List<ClassCount> wanted, long most, List<ClassCount> own) {
        List<ClassCount> some = new ArrayList<>();
        long left = most;
        for (ClassCount count : wanted) {
            long here = own.stream()
                    .filter(one -> one.taskClass().equals(count.taskClass()))
                    .mapToLong(ClassCount::tasks)
                    .sum();
            long tasks = Math.min(left, Math.min(here, count.tasks()));
            if (tasks > 0) {
                some.add(new ClassCount(count.taskClass(), tasks));
                left -= tasks;
            }
        }
        return some;
    }

    // --- asking -----------------------------------------------------------------------------------------------------

    /** Returns whether to ask for tasks now, by the paper's activation algorithm with its {@link #threshold}. */
    private boolean isDue(MemberView view, List<Integer> domain, double demand) {
        for (int neighbour : domain) {
            if (view.peer(neighbour).asked()) {
                return false; // an earlier request is unanswered
            }
        }
        long load = view.queuedTasks();
        if (!active) {
            boolean due = load == 0 && view.idleThreads() > 0 && changed;
            changed &= !due;
            return due && demand >= 1;
        }
        double latencyTasks = latencyTasks(view, domain);
        if (threshold > latencyTasks) {
            if (load > threshold) {
                return false;
            }
            threshold *= factor;
            return demand > latencyTasks;
        }
        changed |= load != evaluatedLoad;
        boolean due = changed;
        changed = false;
        evaluatedLoad = load;
        // A demand below the loads' inaccuracy would send tasks to and fro, in thousands of small loans.
        return due && demand >= Math.max(1, update * load);
    }

    /**
     * Returns the number of tasks that this member computes while the data of a class is fetched: l_latency of the
     * paper.
     */
    private double latencyTasks(MemberView view, List<Integer> domain) {
        long bytes = 0;
        for (int neighbour : domain) {
            MemberView.Telling told = view.peer(neighbour).told();
            if (told != null && !told.classes().isEmpty()) {
                bytes = Math.max(
                        bytes, view.data().classBytes(told.classes().get(0).taskClass()));
            }
        }
        return (LATENCY_NANOS + view.data().transferNanos(bytes)) / nanosEach(view);
    }

    /** Returns the mean time between the ends of two tasks when all threads of this member compute. */
    private static double nanosEach(MemberView view) {
        long mean = view.meanTaskNanos() == 0 ? UNKNOWN_TASK_NANOS : view.meanTaskNanos();
        return (double) mean / view.threads();
    }

    /** Returns the tasks per unit of power that this member and its neighbours have together: l_avg of the paper. */
    private double average(MemberView view, List<Integer> domain) {
        double load = view.queuedTasks();
        double power = power(view, self);
        for (int neighbour : domain) {
            MemberView.Telling told = view.peer(neighbour).told();
            if (told != null) {
                load += told.queuedTasks();
                power += power(view, neighbour);
            }
        }
        return load / power;
    }

    /**
     * Returns the tasks missing from this member's share: d_sum of the paper. Unlike there, an idle member lacks at least
     * one while a neighbour has one queued, which might wait for a long task to end.
     */
    private double demand(MemberView view, List<Integer> domain, double average) {
        double missing = Math.max(0, average * power(view, self) - view.queuedTasks());
        boolean isIdle = view.queuedTasks() == 0 && view.idleThreads() > 0;
        return isIdle && domain.stream().anyMatch(neighbour -> hasQueued(view, neighbour))
                ? Math.max(1, missing)
                : missing;
    }

    private static boolean hasQueued(MemberView view, int neighbour) {
        MemberView.Telling told = view.peer(neighbour).told();
        return told != null && told.queuedTasks() > 0;
    }

    private void balance(
            MemberView view, List<Integer> domain, double average, double demand, List<Decision> decisions) {
        double surplus = 0;
        for (int neighbour : domain) {
            surplus += surplus(view, neighbour, average);
        }
        if (surplus == 0) {
            return;
        }
        List<ClassSelection.Offer> offers = new ArrayList<>();
        double owed = 0; // remainder of rounding down
        for (int neighbour : domain) {
            MemberView.Telling told = view.peer(neighbour).told();
            double share = demand * surplus(view, neighbour, average) / surplus + owed;
            long tasks = (long) (share + ROUNDING);
            owed = share - tasks;
            if (told != null && tasks > 0) {
                double load = told.queuedTasks() * power(view, self) / power(view, neighbour);
                offers.add(new ClassSelection.Offer(neighbour, tasks, load, told.queuedTasks(), told.classes()));
            }
        }
        new ClassSelection(view.data(), view.classes(), nanosEach(view), mostClasses).choose(offers);
        for (ClassSelection.Offer offer : offers) {
            Decision.Ask ask = offer.ask();
            if (ask != null) {
                decisions.add(ask);
            }
        }
    }

    /** Returns the tasks that a neighbour has beyond its share: h_i of the paper. */
    private static double surplus(MemberView view, int neighbour, double average) {
        MemberView.Telling told = view.peer(neighbour).told();
        return told == null ? 0 : Math.max(0, told.queuedTasks() - average * power(view, neighbour));
    }

    private static double power(MemberView view, int member) {
        int rank = view.members().rankOf(member);
        return rank < 0 ? 1 : view.members().at(rank).power();
    }

    // --- telling ----------------------------------------------------------------------------------------------------

    private void tell(MemberView view, List<Integer> domain, List<Decision> decisions) {
        long load = view.queuedTasks();
        if (toldLoad < 0 && load == 0) {
            return;
        }
        double part = Math.max(1, update * toldLoad);
        boolean much = toldLoad < 0 || (load == 0 && toldLoad > 0) || Math.abs(load - toldLoad) >= part;
        if (!much && movedByClass(view) < part) {
            return;
        }
        if (toldLoad >= 0 && load > 0 && view.nowNanos() - toldNanos < TELLING_NANOS) {
            decisions.add(new Decision.WaitUntil(toldNanos + TELLING_NANOS));
            return;
        }
        toldLoad = load;
        toldNanos = view.nowNanos();
        toldClasses.clear();
        view.classes().forEach(count -> toldClasses.put(count.taskClass(), count.tasks()));
        decisions.add(new Decision.Tell(domain, ANSWER));
    }

    /**
     * Returns by how many tasks the classes have changed since this member last told them: the sum of the changes, up
     * or down, of all classes. The total load does not show such changes if as many tasks came as went. The result is 0
     * if the last message or comparison was only a moment ago, or if there are too many classes to count.
     */
    private long movedByClass(MemberView view) {
        if (view.nowNanos() - Math.max(toldNanos, comparedNanos) < TELLING_NANOS) {
            return 0;
        }
        comparedNanos = view.nowNanos();
        List<ClassCount> now = view.classes();
        if (now.size() >= DataWanted.MOST_CLASSES) {
            return 0;
        }
        Map<TaskClass, Long> gone = new HashMap<>(toldClasses);
        long moved = 0;
        for (ClassCount count : now) {
            Long before = gone.remove(count.taskClass());
            moved += Math.abs(count.tasks() - (before == null ? 0 : before));
        }
        for (long tasks : gone.values()) {
            moved += tasks;
        }
        return moved;
    }

    /**
     * While this member is idle, asks neighbours for their loads now and then, since the loads that they told may be
     * old, or the messages may be lost.
     */
    private void ifIdle(MemberView view, List<Integer> domain, List<Decision> decisions) {
        if (view.queuedTasks() > 0) {
            pause.reset();
        } else if (view.idleThreads() > 0) {
            if (pause.isOver(view.nowNanos())) {
                decisions.add(new Decision.Tell(domain, QUESTION));
                pause.begin(view.nowNanos());
            }
            decisions.add(new Decision.WaitUntil(pause.nextNanos()));
        }
    }
}
