package org.moide.coordinator.run.bag;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.reconfigure.RunHistory;
import org.moide.coordinator.run.state.ChangeReason;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunEvent;
import org.moide.coordinator.run.state.Seat;
import org.moide.coordinator.run.state.Seats;
import org.moide.coordinator.text.Plural;

/**
 * The engines of a bag of tasks come and go while it runs: nobody stops for it. A newcomer is registered in the next epoch and
 * begins to borrow; who goes returns what it has not begun, and what it has done, and then ends. A stepped core, part of the
 * run's.
 */
final class BagChanges {
    private static final double NANOS = 1e9;

    /** The coordinator's own engine: it shares the coordinator's process. */
    private static final int OWN_ENGINE = 0;

    /** The question of nobody but the run itself. */
    static final long THE_RUN_ASKS = -1;

    private final Seats seats;
    private final RunHistory history;
    private final boolean ownEngine;
    private final Map<Integer, Task> coming = new TreeMap<>();
    private final Map<Integer, Task> going = new TreeMap<>();
    private List<BagOutput> outputs = new ArrayList<>();

    /** What was ordered, until all of it is done. */
    private static final class Task {
        final ChangeOrder order;
        final ChangeReason why;
        final long question;
        final long sinceNanos;
        final List<String> lines = new ArrayList<>();
        String what = "";
        int open;
        boolean failed;

        Task(long question, ChangeOrder order, ChangeReason why, long sinceNanos) {
            this.question = question;
            this.order = order;
            this.why = why;
            this.sinceNanos = sinceNanos;
        }
    }

    /**
     * Nothing is ordered yet.
     *
     * @param ownEngine whether seat 0 is in the coordinator's own process
     */
    BagChanges(Seats seats, RunHistory history, boolean ownEngine) {
        this.seats = seats;
        this.history = history;
        this.ownEngine = ownEngine;
    }

    /** Begins to do what is wanted; it is answered once, when it is done or cannot be. */
    List<BagOutput> order(RunEvent.ChangeWanted wanted, long nowNanos) {
        Task task = new Task(wanted.question(), wanted.order(), wanted.why(), nowNanos);
        wanted.order().handle(new Beginning(task));
        return taken();
    }

    private List<BagOutput> taken() {
        List<BagOutput> all = outputs;
        outputs = new ArrayList<>();
        return all;
    }

    private void note(String line) {
        outputs.add(new BagOutput.Act(new RunAct.Note(line)));
    }

    private void refuse(Task task, String why) {
        outputs.add(new BagOutput.Answer(task.question, ChangeAnswer.refused(why)));
    }

    /**
     * Without an order: an engine has been found to have too much to do. It is given one assistant, on one of the
     * hosts.
     *
     * @param why for the user
     */
    List<BagOutput> assist(ChangeOrder.Assist order, Recruitment.Reach reach, String why, long nowNanos) {
        Task task = new Task(THE_RUN_ASKS, order, ChangeReason.of(why), nowNanos);
        assist(task, order.engine(), List.of(order.hosts()), reach);
        return taken();
    }

    private void assist(Task task, int engine, List<List<DaemonAddress>> places, Recruitment.Reach reach) {
        Seat principal = here(seat -> seat.number() == engine && seat.state() == Seat.State.REGISTERED).stream()
                .findFirst()
                .orElse(null);
        if (principal == null) {
            refuse(task, "expected an engine that computes, found engine-" + engine + "; 'moide status' shows them");
        } else if (principal.principal() != Membership.NO_PRINCIPAL) {
            refuse(
                    task,
                    "expected an engine that is nobody's assistant, found engine-" + engine + ", which assists engine-"
                            + principal.principal() + "; attach another to that one");
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
        int seat = seats.next();
        coming.put(seat, task);
        outputs.add(new BagOutput.Act(
                new RunAct.Recruit(new Recruitment(seat, hosts, 0, seats.activeNumbers(), awayFrom, reach, 0))));
    }

    private void replace(Task task, ChangeOrder.Replace replace) {
        boolean there = seats.active().stream()
                .anyMatch(seat -> seat.number() == replace.engine() && seat.state() == Seat.State.REGISTERED);
        if (isOwn(replace.engine())) {
            refuse(
                    task,
                    "engine-0 is the coordinator's own and stays with it; to have the coordinator compute elsewhere,"
                            + " end the run and start it there, or start it with --no-own-engine");
        } else if (!there) {
            refuse(
                    task,
                    "expected an engine that computes, found engine-" + replace.engine()
                            + "; 'moide status' shows them");
        } else {
            come(task, replace.hosts(), Set.of(replace.engine()), Recruitment.Reach.ANY_HOST);
        }
    }

    private boolean isOwn(int seat) {
        return ownEngine && seat == OWN_ENGINE;
    }

    private void drain(Task task, List<Seat> there) {
        List<Seat> leaving = there.stream()
                .filter(seat -> !isOwn(seat.number()) && seat.state() == Seat.State.REGISTERED)
                .toList();
        if (leaving.isEmpty()) {
            refuse(
                    task,
                    "expected engines that compute and can leave; found the coordinator's own, which stays with it, or"
                            + " such that have only just come");
        } else if (here(seat -> !leaving.contains(seat)).isEmpty()) {
            String why =
                    "expected another host with engines of this run, found none to take over: it goes on where it is;"
                            + " 'moide expand' adds one";
            note(why);
            refuse(task, why);
        } else {
            leaving.forEach(seat -> go(task, seat, null));
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

    private void go(Task task, Seat seat, @Nullable Seat successor) {
        task.open++;
        going.put(seat.number(), task);
        outputs.add(new BagOutput.Dismiss(seat, successor));
    }

    /** Whether an engine was told to leave. */
    boolean isGoing(Seat seat) {
        return going.containsKey(seat.number());
    }

    /** It will not be made. */
    List<BagOutput> notMade(int seat, String why) {
        Task task = coming.remove(seat);
        if (task == null) {
            note("there will be no engine-" + seat + ": " + why);
        } else {
            failed(task, why);
        }
        return taken();
    }

    /** A newcomer knows everybody, and has joined. */
    List<BagOutput> joined(Seat seat, long nowNanos) {
        Task task = coming.remove(seat.number());
        if (task == null) {
            note(seat.name() + " has joined, which was late when the run began");
        } else {
            joined(task, seat, nowNanos);
        }
        return taken();
    }

    private void joined(Task task, Seat seat, long nowNanos) {
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
                    go(task, old, seat);
                }
            });
        } else {
            task.what = seat.name() + assisting(seat, task);
        }
        note(joined);
        task.lines.add(joined);
        done(task, nowNanos);
    }

    /** The engine that a newcomer is to assist, if there is one. A newcomer in the place of an assistant is an assistant too. */
    int principalFor(Seat seat) {
        Task task = coming.get(seat.number());
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
                        task.why.byCommand() ? "" : ": " + task.why.text()));
        return text[0];
    }

    /** An engine has returned all and ended, as it was told to. */
    List<BagOutput> left(Seat seat, long nowNanos) {
        Task task = going.remove(seat.number());
        if (task != null) {
            String left = String.format(
                    Locale.ROOT,
                    "%s has given back what it had and left after %.1f s",
                    seat.name(),
                    (nowNanos - task.sinceNanos) / NANOS);
            note(left);
            task.lines.add(left);
            task.what = task.order instanceof ChangeOrder.Replace ? task.what : seat.name();
            done(task, nowNanos);
        }
        return taken();
    }

    /** An engine is lost, whatever was to become of it. */
    List<BagOutput> lost(Seat seat, String cause) {
        Task arriving = coming.remove(seat.number());
        if (arriving != null) {
            failed(arriving, cause);
        }
        Task leaving = going.remove(seat.number());
        if (leaving != null) {
            failed(leaving, cause);
        }
        return taken();
    }

    /** The run is over: nothing more is done. */
    List<BagOutput> over(String why) {
        List<Task> tasks = new ArrayList<>(coming.values());
        tasks.addAll(going.values());
        coming.clear();
        going.clear();
        for (Task task : tasks) {
            if (task.open > 0) {
                task.open = 0;
                task.lines.add(why);
                outputs.add(new BagOutput.Answer(task.question, new ChangeAnswer(false, task.lines)));
            }
        }
        return taken();
    }

    private void failed(Task task, String why) {
        String line = task.order instanceof ChangeOrder.Replace
                ? why + "; the run goes on with the engines that it has"
                : why;
        note("cannot " + task.order.kind() + ": " + line);
        task.lines.add(line);
        task.failed = true;
        close(task);
    }

    private void done(Task task, long nowNanos) {
        boolean last = task.open == 1;
        // A replacement is one change, when the old one is gone; else each engine is one.
        if (!(task.order instanceof ChangeOrder.Replace) || last) {
            history.changed(task.order.kind(), task.sinceNanos, task.what, task.why.text(), nowNanos);
        }
        close(task);
    }

    private void close(Task task) {
        task.open--;
        if (task.open == 0) {
            outputs.add(new BagOutput.Answer(task.question, new ChangeAnswer(!task.failed, task.lines)));
        }
    }

    /** Begins what was ordered. */
    private final class Beginning implements ChangeOrder.Handler {
        private final Task task;

        Beginning(Task task) {
            this.task = task;
        }

        @Override
        public void expand(ChangeOrder.Expand expand) {
            if (expand.hosts().isEmpty()) {
                come(task, List.of(), Set.of(), Recruitment.Reach.ANY_HOST);
            }
            for (DaemonAddress host : expand.hosts()) {
                come(task, List.of(host), Set.of(), Recruitment.Reach.ANY_HOST);
            }
        }

        @Override
        public void assist(ChangeOrder.Assist assist) {
            List<List<DaemonAddress>> places = assist.hosts().isEmpty()
                    ? List.of(List.of())
                    : assist.hosts().stream().map(List::of).toList();
            BagChanges.this.assist(task, assist.engine(), places, Recruitment.Reach.ANY_HOST);
        }

        @Override
        public void replace(ChangeOrder.Replace replace) {
            BagChanges.this.replace(task, replace);
        }

        @Override
        public void leave(ChangeOrder.Leave leave) {
            BagChanges.this.drain(task, here(seat -> leave.engines().contains(seat.number())));
        }

        @Override
        public void shrink(ChangeOrder.Shrink shrink) {
            BagChanges.this.drain(task, here(seat -> seat.number() == shrink.engine()));
        }

        @Override
        public void drain(ChangeOrder.Drain drain) {
            List<Seat> there = here(seat -> seat.isAt(drain.host()));
            if (there.isEmpty()) {
                refuse(
                        task,
                        "expected a host with engines of this run, found none on " + drain.host() + "; they are on "
                                + String.join(", ", hosts()));
            } else {
                BagChanges.this.drain(task, there);
            }
        }
    }
}
