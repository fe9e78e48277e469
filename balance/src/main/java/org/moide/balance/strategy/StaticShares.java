package org.moide.balance.strategy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataWanted;
import org.moide.balance.data.TaskClass;

/**
 * SAMBA's S1 (static): at the start of each phase every member gets its share of the tasks by power. Tasks that are
 * returned, because a member was lost or left, go to members that ask.
 */
final class StaticShares implements Strategy {
    private final Map<Integer, Long> shares = new HashMap<>();
    private final Map<Integer, Slice> slices = new HashMap<>();
    private boolean divided;

    /**
     * What a member has still to get of its share.
     *
     * @param lentBefore the number of tasks lent to the member before the shares were computed
     * @param classes the share's classes (sets of objects that tasks read), with their numbers of tasks
     */
    private record Slice(long lentBefore, List<ClassCount> classes) {
        /**
         * Returns the classes of the share that are left after its first {@code lent} tasks, but of each class at most
         * as many tasks as {@code there} has.
         */
        List<ClassCount> after(long lent, List<ClassCount> there) {
            Map<TaskClass, Long> most = new HashMap<>();
            there.forEach(count -> most.put(count.taskClass(), count.tasks()));
            List<ClassCount> rest = new ArrayList<>();
            long skip = lent - lentBefore;
            for (ClassCount count : classes) {
                long tasks = Math.min(
                        count.tasks() - Math.min(skip, count.tasks()), most.getOrDefault(count.taskClass(), 0L));
                skip -= Math.min(skip, count.tasks());
                if (tasks > 0 && rest.size() < DataWanted.MOST_CLASSES) {
                    rest.add(new ClassCount(count.taskClass(), tasks));
                }
            }
            return rest;
        }
    }

    @Override
    public List<Decision> decide(MemberView view) {
        if (!view.isRoot()) {
            boolean wants = view.queuedTasks() < view.threads()
                    && !view.peer(Membership.ROOT).asked();
            return wants ? List.of(new Decision.Ask(Membership.ROOT, view.threads(), true)) : List.of();
        }
        if (!view.complete()) { // the tasks to divide are not complete; each phase is divided by itself
            divided = false;
            return List.of();
        }
        if (view.queuedTasks() == 0 || view.requests().isEmpty()) {
            return List.of();
        }
        if (!divided) {
            divide(view);
        }
        return give(view);
    }

    private List<Decision> give(MemberView view) {
        List<Decision> decisions = new ArrayList<>();
        long reserved = 0;
        for (Membership.Member member : view.members().all()) {
            reserved += reservedFor(member, view);
        }
        long left = view.queuedTasks();
        for (MemberView.Request request : view.requests()) {
            int rank = view.members().rankOf(request.member());
            if (left == 0 || rank < 0) {
                continue;
            }
            Membership.Member member = view.members().at(rank);
            long own = Math.min(left, reservedFor(member, view));
            long nobodys = Math.max(0, left - reserved);
            long tasks = own > 0
                    ? own
                    : (long) Math.ceil(nobodys * member.power() / view.members().power());
            if (tasks > 0) {
                decisions.add(give(member, tasks, own > 0 ? slice(member, view) : List.of()));
                left -= tasks;
                reserved -= own;
            }
        }
        return decisions;
    }

    /**
     * Makes the decision to give a member tasks of its share: those of the classes in {@code slice} that the root has
     * now. The member gets the rest when it asks again.
     *
     * @param most the greatest number of tasks to give
     */
    private static Decision.Give give(Membership.Member member, long most, List<ClassCount> slice) {
        long named = slice.stream().mapToLong(ClassCount::tasks).sum();
        long tasks = named == 0 ? most : Math.min(most, named);
        return new Decision.Give(member.number(), tasks, Math.max(1, tasks / member.threads()), slice);
    }

    private List<ClassCount> slice(Membership.Member member, MemberView view) {
        Slice slice = slices.get(member.number());
        return slice == null
                ? List.of()
                : slice.after(view.peer(member.number()).tasksLent(), view.classes());
    }

    private long reservedFor(Membership.Member member, MemberView view) {
        long share = shares.getOrDefault(member.number(), 0L);
        return share == 0 || view.isSilent(member.number())
                ? 0
                : Math.max(0, share - view.peer(member.number()).tasksLent());
    }

    private void divide(MemberView view) {
        divided = true;
        slices.clear();
        ArrayDeque<ClassCount> order = new ArrayDeque<>(view.classes());
        boolean ordered = order.stream().mapToLong(ClassCount::tasks).sum() == view.queuedTasks();
        double power = view.members().power();
        double upTo = 0;
        long given = 0;
        for (Membership.Member member : view.members().all()) {
            upTo += member.power();
            long end = Math.round(view.queuedTasks() * (upTo / power)); // the ends add up in spite of rounding
            long lent = view.peer(member.number()).tasksLent();
            shares.put(member.number(), lent + end - given);
            if (ordered) {
                slices.put(member.number(), new Slice(lent, cut(order, end - given)));
            }
            given = end;
        }
    }

    /**
     * Removes the first {@code tasks} tasks from the classes in {@code order}, and returns the removed tasks by class.
     */
    private static List<ClassCount> cut(ArrayDeque<ClassCount> order, long tasks) {
        List<ClassCount> first = new ArrayList<>();
        long left = tasks;
        for (ClassCount next = order.poll(); next != null; next = order.poll()) {
            if (next.tasks() >= left) {
                if (left > 0) {
                    first.add(new ClassCount(next.taskClass(), left));
                }
                if (next.tasks() > left) {
                    order.addFirst(new ClassCount(next.taskClass(), next.tasks() - left));
                }
                return first;
            }
            first.add(next);
            left -= next.tasks();
        }
        return first;
    }
}
