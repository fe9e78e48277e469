package org.moide.coordinator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.reconfigure.RunHistory;
import org.moide.coordinator.report.Plural;

/**
 * The engines of a bag of tasks come and go while it runs: nobody stops for it. Who comes is registered in the next epoch and
 * begins to borrow; who goes returns what it has not begun, and what it has done, and then ends. A stepped core, part of the
 * run's.
 */
final class BagChanges {
    private static final double NANOS = 1e9;

    /** The coordinator's own engine: it shares the coordinator's process. */
    private static final int OWN_ENGINE = 0;

    private final Seats seats;
    private final Acts acts;
    private final RunHistory history;
    private final boolean ownEngine;
    private final Map<Integer, Task> coming = new TreeMap<>();
    private final Map<Integer, Task> going = new TreeMap<>();

    /** What the core does for this. */
    interface Acts {
        /** Has an engine made; its seat's number. */
        int recruit(List<DaemonAddress> hosts, Set<Integer> awayFrom, Recruitment.Reach reach);

        /** It is registered in a new epoch. */
        void register(Seat seat, long nowNanos);

        /**
         * It begins to compute, and all others hear of it; or, if it is to assist an engine that is still there, that one only.
         *
         * @param principal the engine; {@link Membership#NO_PRINCIPAL} if it is to assist nobody
         */
        void join(Seat seat, int principal, long nowNanos);

        /**
         * It is told to leave, and all others hear of it.
         *
         * @param successor who takes its place, and its assistants; null if nobody does
         */
        void dismiss(Seat seat, @Nullable Seat successor, long nowNanos);

        /** A line for the user. */
        void note(String line);
    }

    /** What was ordered, until all of it is done. */
    private static final class Task {
        final ChangeOrder order;
        final String why;
        final Consumer<ChangeAnswer> answer;
        final long sinceNanos;
        final List<String> lines = new ArrayList<>();
        String what = "";
        int open;
        boolean failed;

        Task(RunEvent.ChangeWanted wanted, long sinceNanos) {
            this(wanted.order(), wanted.why(), wanted.answer(), sinceNanos);
        }

        Task(ChangeOrder order, String why, Consumer<ChangeAnswer> answer, long sinceNanos) {
            this.order = order;
            this.why = why;
            this.answer = answer;
            this.sinceNanos = sinceNanos;
        }
    }

    /**
     * Nothing is ordered yet.
     *
     * @param ownEngine whether seat 0 is in the coordinator's own process
     */
    BagChanges(Seats seats, Acts acts, RunHistory history, boolean ownEngine) {
        this.seats = seats;
        this.acts = acts;
        this.history = history;
        this.ownEngine = ownEngine;
    }

    /** Begins to do what is wanted; it is answered once, when it is done or cannot be. */
    void order(RunEvent.ChangeWanted wanted, long nowNanos) {
        Task task = new Task(wanted, nowNanos);
        ChangeOrder order = wanted.order();
        if (order instanceof ChangeOrder.Expand expand) {
            if (expand.hosts().isEmpty()) {
                come(task, List.of(), Set.of(), Recruitment.Reach.ANY_HOST);
            }
            for (DaemonAddress host : expand.hosts()) {
                come(task, List.of(host), Set.of(), Recruitment.Reach.ANY_HOST);
            }
        } else if (order instanceof ChangeOrder.Assist assist) {
            List<List<DaemonAddress>> places = assist.hosts().isEmpty()
                    ? List.of(List.of())
                    : assist.hosts().stream().map(List::of).toList();
            assist(task, assist.engine(), places, Recruitment.Reach.ANY_HOST);
        } else if (order instanceof ChangeOrder.Replace replace) {
            replace(task, replace);
        } else if (order instanceof ChangeOrder.Drain drain) {
            List<Seat> there = here(seat -> seat.isAt(drain.host()));
            if (there.isEmpty()) {
                task.answer.accept(ChangeAnswer.refused("expected a host with engines of this run, found none on "
                        + drain.host() + "; they are on " + String.join(", ", hosts())));
            } else {
                drain(task, there, nowNanos);
            }
        } else if (order instanceof ChangeOrder.Leave leave) {
            drain(task, here(seat -> leave.engines().contains(seat.number())), nowNanos);
        } else if (order instanceof ChangeOrder.Shrink shrink) {
            drain(task, here(seat -> seat.number() == shrink.engine()), nowNanos);
        }
    }

    /**
     * Ordered by nobody: an engine has been found to have too much to do. It is given one assistant, on one of the hosts.
     *
     * @param why for the user
     */
    void assist(
            ChangeOrder.Assist order,
            Recruitment.Reach reach,
            String why,
            Consumer<ChangeAnswer> answer,
            long nowNanos) {
        Task task = new Task(order, why, answer, nowNanos);
        assist(task, order.engine(), List.of(order.hosts()), reach);
    }

    private void assist(Task task, int engine, List<List<DaemonAddress>> places, Recruitment.Reach reach) {
        Seat principal = here(seat -> seat.number() == engine && seat.state() == Seat.State.REGISTERED).stream()
                .findFirst()
                .orElse(null);
        if (principal == null) {
            task.answer.accept(ChangeAnswer.refused(
                    "expected an engine that computes, found engine-" + engine + "; 'moide status' shows them"));
        } else if (principal.principal() != Membership.NO_PRINCIPAL) {
            task.answer.accept(ChangeAnswer.refused("expected an engine that is nobody's assistant, found engine-"
                    + engine + ", which assists engine-" + principal.principal() + "; attach another to that one"));
        } else {
            places.forEach(hosts -> come(task, hosts, Set.of(engine), reach));
        }
    }

    private List<Seat> here(Predicate<Seat> which) {
        return seats.active().stream()
                .filter(seat -> which.test(seat) && !going.containsKey(seat.number()))
                .toList();
    }

    private void come(Task task, List<DaemonAddress> hosts, Set<Integer> awayFrom, Recruitment.Reach reach) {
        task.open++;
        coming.put(acts.recruit(hosts, awayFrom, reach), task);
    }

    private void replace(Task task, ChangeOrder.Replace replace) {
        boolean there = seats.active().stream()
                .anyMatch(seat -> seat.number() == replace.engine() && seat.state() == Seat.State.REGISTERED);
        if (isOwn(replace.engine())) {
            task.answer.accept(
                    ChangeAnswer.refused(
                            "engine-0 is the coordinator's own and stays with it; to have the"
                                    + " coordinator compute elsewhere, end the run and start it there, or start it with --no-own-engine"));
        } else if (!there) {
            task.answer.accept(ChangeAnswer.refused("expected an engine that computes, found engine-" + replace.engine()
                    + "; 'moide status' shows them"));
        } else {
            come(task, replace.hosts(), Set.of(replace.engine()), Recruitment.Reach.ANY_HOST);
        }
    }

    private boolean isOwn(int seat) {
        return ownEngine && seat == OWN_ENGINE;
    }

    private void drain(Task task, List<Seat> there, long nowNanos) {
        List<Seat> leaving = there.stream()
                .filter(seat -> !isOwn(seat.number()) && seat.state() == Seat.State.REGISTERED)
                .toList();
        if (leaving.isEmpty()) {
            task.answer.accept(ChangeAnswer.refused(
                    "expected engines that compute and can leave; found the coordinator's own, which stays with it, or"
                            + " such that have only just come"));
        } else if (here(seat -> !leaving.contains(seat)).isEmpty()) {
            String why =
                    "expected another host with engines of this run, found none to take over: it goes on where it is;"
                            + " 'moide expand' adds one";
            acts.note(why);
            task.answer.accept(ChangeAnswer.refused(why));
        } else {
            leaving.forEach(seat -> go(task, seat, null, nowNanos));
        }
    }

    private List<String> hosts() {
        return seats.active().stream()
                .map(seat -> seat.engine().host()
                        + (seat.engine().daemon().isEmpty()
                                ? ""
                                : " (" + seat.engine().daemon() + ")"))
                .distinct()
                .toList();
    }

    private void go(Task task, Seat seat, @Nullable Seat successor, long nowNanos) {
        task.open++;
        going.put(seat.number(), task);
        acts.dismiss(seat, successor, nowNanos);
    }

    /** Whether an engine was told to leave. */
    boolean isGoing(Seat seat) {
        return going.containsKey(seat.number());
    }

    /** An engine was made, and is among the seats. */
    void made(Seat seat, long nowNanos) {
        acts.register(seat, nowNanos);
    }

    /** It will not be made. */
    void notMade(int seat, String why) {
        Task task = coming.remove(seat);
        if (task == null) {
            acts.note("there will be no engine-" + seat + ": " + why);
        } else {
            failed(task, why);
        }
    }

    /** A newcomer knows everybody: it begins. */
    void registered(Seat seat, long nowNanos) {
        Task task = coming.remove(seat.number());
        acts.join(seat, principalFor(task), nowNanos);
        if (task == null) {
            return;
        }
        String joined = String.format(
                        Locale.ROOT,
                        "%s has joined with %s after %.1f s",
                        seat.name(),
                        Plural.of(seat.engine().threads(), "thread"),
                        (nowNanos - task.sinceNanos) / NANOS)
                + assisting(seat, task);
        if (task.order instanceof ChangeOrder.Replace replace) {
            task.what = "engine-" + replace.engine() + " by " + seat.name();
            seats.at(replace.engine(), old -> {
                if (old.state() == Seat.State.REGISTERED) {
                    go(task, old, seat, nowNanos);
                }
            });
        } else {
            task.what = seat.name() + assisting(seat, task);
        }
        acts.note(joined);
        task.lines.add(joined);
        done(task, nowNanos);
    }

    /** Whom a newcomer is to assist: who takes the place of an assistant is one. */
    private int principalFor(@Nullable Task task) {
        if (task != null && task.order instanceof ChangeOrder.Assist assist) {
            return assist.engine();
        }
        int[] principal = {Membership.NO_PRINCIPAL};
        if (task != null && task.order instanceof ChangeOrder.Replace replace) {
            seats.at(replace.engine(), old -> principal[0] = old.principal());
        }
        return principal[0];
    }

    private String assisting(Seat seat, Task task) {
        String[] text = {""};
        seats.at(
                seat.principal(),
                principal -> text[0] = String.format(
                        Locale.ROOT,
                        " as assistant of engine-%d, whose power is %.2f now%s",
                        principal.number(),
                        seats.power(principal),
                        task.why.equals(RunDesk.BY_COMMAND) ? "" : ": " + task.why));
        return text[0];
    }

    /** An engine has returned all and ended, as it was told to. */
    void left(Seat seat, long nowNanos) {
        Task task = going.remove(seat.number());
        if (task != null) {
            String left = String.format(
                    Locale.ROOT,
                    "%s has given back what it had and left after %.1f s",
                    seat.name(),
                    (nowNanos - task.sinceNanos) / NANOS);
            acts.note(left);
            task.lines.add(left);
            task.what = task.order instanceof ChangeOrder.Replace ? task.what : seat.name();
            done(task, nowNanos);
        }
    }

    /** An engine is lost, whatever was to become of it. */
    void lost(Seat seat, String cause) {
        Task arriving = coming.remove(seat.number());
        if (arriving != null) {
            failed(arriving, cause);
        }
        Task leaving = going.remove(seat.number());
        if (leaving != null) {
            failed(leaving, cause);
        }
    }

    /** The run is over: nothing more is done. */
    void over(String why) {
        List<Task> tasks = new ArrayList<>(coming.values());
        tasks.addAll(going.values());
        coming.clear();
        going.clear();
        for (Task task : tasks) {
            if (task.open > 0) {
                task.open = 0;
                task.lines.add(why);
                task.answer.accept(new ChangeAnswer(false, task.lines));
            }
        }
    }

    private void failed(Task task, String why) {
        String line = task.order instanceof ChangeOrder.Replace
                ? why + "; the run goes on with the engines that it has"
                : why;
        acts.note("cannot " + task.order.kind() + ": " + line);
        task.lines.add(line);
        task.failed = true;
        close(task);
    }

    private void done(Task task, long nowNanos) {
        boolean last = task.open == 1;
        // A replacement is one change, when the old one is gone; else each engine is one.
        if (!(task.order instanceof ChangeOrder.Replace) || last) {
            history.changed(task.order.kind(), task.sinceNanos, task.what, task.why, nowNanos);
        }
        close(task);
    }

    private static void close(Task task) {
        task.open--;
        if (task.open == 0) {
            task.answer.accept(new ChangeAnswer(!task.failed, task.lines));
        }
    }
}
