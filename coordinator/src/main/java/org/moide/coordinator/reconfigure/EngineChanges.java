package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.text.Plural;

/**
 * Carries out orders to change a run's engines and answers each. It refuses an order, or requests new engines, and
 * makes an engine leave when its successor computes. Each kind of program adds and removes engines in its own way: a
 * bag of tasks while all other engines compute, an SPMD application at a safe point, workers when their engine 0
 * switches to a new table of engines. Part of the run's core, which the control thread calls.
 */
public final class EngineChanges {
    /** The order number that stands for an order of the run itself, for whose answer nobody waits. */
    public static final long THE_RUN_ASKS = -1;

    private static final double NANOS = 1e9;

    /** The number of the engine that is in the coordinator's process, if one is. */
    private static final int OWN_ENGINE = 0;

    private final Program program;
    private final boolean ownEngine;
    private final boolean keepsIds;
    private final Map<Integer, Order> coming = new TreeMap<>();
    private final Map<Integer, Order> going = new TreeMap<>();

    /** How a program of one kind changes its engines. */
    public interface Program {
        /**
         * Returns why the program cannot carry out this order at present, whichever engine it is about; null if it can.
         */
        @Nullable
        String refusal(ChangeOrder.OfEngines order);

        /** Returns the present engines in a fixed order, that of their numbers. */
        List<EnginePlace> engines();

        boolean computes(int seat);

        /**
         * Returns the seat of the engine for which the assistant {@code seat} computes; {@link EpochTable#NOBODY} if
         * that engine is no assistant.
         */
        int principalOf(int seat);

        /**
         * Requests a new engine. The program then calls {@link #joined} when the engine computes, {@link #notMade} if
         * the engine could not be started, or {@link #lost} if it was lost.
         *
         * @param threads the number of compute threads of the new engine; 0 for as many as suit the host
         * @param awayFrom the seats of the engines that the new engine replaces; it should not be on their hosts
         * @return the number of the new engine, which no other engine of the run ever has
         */
        int recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, Recruitment.Reach reach);

        /**
         * Makes a computing engine leave. The program then calls {@link #left} or {@link #lost}.
         *
         * @param successor the engine that replaces it; {@link EpochTable#NOBODY} if none does
         */
        void letGo(int seat, int successor, long nowNanos);

        /** Shows a line to the user. */
        void note(String line);

        /** Adds a finished change of engines to the run's report. */
        void changed(Change change, long nowNanos);

        /** Answers an order. The number is {@link #THE_RUN_ASKS} if nobody waits for the answer. */
        void answer(long question, ChangeAnswer answer);
    }

    /**
     * A finished change of engines.
     *
     * @param kind such as "expand"
     * @param what the change in words for the user
     * @param why the reason in words for the user
     * @param orderedNanos when the change was ordered
     */
    public record Change(String kind, String what, String why, long orderedNanos) {}

    /** An order that was begun and is not done yet, with the engines for whose coming or leaving it waits. */
    private static final class Order {
        private final long question;
        private final ChangeOrder.OfEngines order;
        private final ChangeReason why;
        private final long sinceNanos;
        private final List<String> lines = new ArrayList<>();
        private String what = "";
        private int open;
        private boolean failed;

        Order(long question, ChangeOrder.OfEngines order, ChangeReason why, long sinceNanos) {
            this.question = question;
            this.order = order;
            this.why = why;
            this.sinceNanos = sinceNanos;
        }
    }

    /**
     * Creates the object without orders.
     *
     * @param ownEngine whether engine 0 is in the coordinator's process
     * @param keepsIds whether a new engine with equally many threads takes over the logical IDs of an engine that
     *     leaves; otherwise the other engines take over its work
     */
    public EngineChanges(Program program, boolean ownEngine, boolean keepsIds) {
        this.program = program;
        this.ownEngine = ownEngine;
        this.keepsIds = keepsIds;
    }

    // --- what is ordered -------------------------------------------------------------------------------------------

    /** Begins to carry out an order. The order is answered once, when it is done or has failed. */
    public void order(long question, ChangeOrder.OfEngines order, ChangeReason why, long nowNanos) {
        order(question, order, why, Recruitment.Reach.ANY_HOST, nowNanos);
    }

    /**
     * Begins to carry out an order like {@link #order(long, ChangeOrder.OfEngines, ChangeReason, long)}, with new
     * engines only on hosts within this reach.
     */
    public void order(
            long question, ChangeOrder.OfEngines order, ChangeReason why, Recruitment.Reach reach, long nowNanos) {
        Order begun = new Order(question, order, why, nowNanos);
        String refusal = program.refusal(order);
        if (refusal != null) {
            refuse(begun, refusal);
        } else {
            order.handle(new Beginning(begun, reach, nowNanos));
        }
    }

    private void refuse(Order order, String why) {
        program.answer(order.question, ChangeAnswer.refused(why));
    }

    /** Returns the engines that are present and have not been told to leave. */
    private List<EnginePlace> here() {
        return program.engines().stream()
                .filter(engine -> !going.containsKey(engine.seat()))
                .toList();
    }

    private @Nullable EnginePlace computing(int seat) {
        return here().stream()
                .filter(engine -> engine.seat() == seat && program.computes(seat))
                .findFirst()
                .orElse(null);
    }

    private boolean isOwn(int seat) {
        return ownEngine && seat == OWN_ENGINE;
    }

    /** Begins to carry out orders. It has a method for each kind of order. */
    private final class Beginning implements ChangeOrder.EngineHandler {
        private final Order order;
        private final Recruitment.Reach reach;
        private final long nowNanos;

        Beginning(Order order, Recruitment.Reach reach, long nowNanos) {
            this.order = order;
            this.reach = reach;
            this.nowNanos = nowNanos;
        }

        @Override
        public void expand(ChangeOrder.Expand expand) {
            come(expand.hosts(), Set.of());
        }

        @Override
        public void assist(ChangeOrder.Assist assist) {
            EnginePlace principal = required(assist.engine());
            if (principal != null && program.principalOf(principal.seat()) != EpochTable.NOBODY) {
                refuse(
                        order,
                        "expected an engine that is nobody's assistant, found engine-" + principal.seat()
                                + ", which assists engine-" + program.principalOf(principal.seat())
                                + "; attach another to that one");
            } else if (principal != null) {
                come(assist.hosts(), Set.of(principal.seat()));
            }
        }

        /**
         * Requests one new engine at each of these daemons. If the list is empty, requests one new engine on any
         * suitable host.
         *
         * @param awayFrom the seats of the engines that the new engine replaces; it should not be on their hosts
         */
        private void come(List<DaemonAddress> hosts, Set<Integer> awayFrom) {
            List<List<DaemonAddress>> places = hosts.isEmpty()
                    ? List.of(hosts)
                    : hosts.stream().map(List::of).toList();
            places.forEach(place -> come(place, 0, awayFrom));
        }

        private void come(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom) {
            order.open++;
            coming.put(program.recruit(hosts, threads, awayFrom, reach), order);
        }

        @Override
        public void replace(ChangeOrder.Replace replace) {
            replace(replace.engine(), replace.hosts());
        }

        private void replace(int engine, List<DaemonAddress> hosts) {
            EnginePlace leaves = requiredOfOthers(engine);
            if (leaves != null) {
                come(hosts, keepsIds ? leaves.threads() : 0, Set.of(engine));
            }
        }

        @Override
        public void leave(ChangeOrder.Leave leave) {
            if (!keepsIds) {
                go(here().stream()
                        .filter(engine -> leave.engines().contains(engine.seat()))
                        .toList());
            } else if (leave.engines().size() == 1) {
                replace(leave.engines().get(0), List.of());
            } else {
                refuse(
                        order,
                        "expected one engine to leave at a time, since another takes over its IDs, found "
                                + leave.engines().size() + "; 'moide replace' moves them one by one");
            }
        }

        @Override
        public void shrink(ChangeOrder.Shrink shrink) {
            EnginePlace leaves = requiredOfOthers(shrink.engine());
            if (leaves != null) {
                go(List.of(leaves));
            }
        }

        private void go(Collection<EnginePlace> there) {
            List<EnginePlace> leaving = there.stream()
                    .filter(engine -> !isOwn(engine.seat()) && program.computes(engine.seat()))
                    .toList();
            if (leaving.isEmpty()) {
                refuse(
                        order,
                        "expected engines that compute and can leave; found the coordinator's own, which stays with it, or"
                                + " such that have only just come");
            } else if (leaving.containsAll(here())) {
                String why = "expected other engines of this run to take over, found none: it goes on where it is;"
                        + " 'moide expand' adds one";
                program.note(why);
                refuse(order, why);
            } else {
                order.open = leaving.size();
                leaving.forEach(engine -> letGo(order, engine.seat(), EpochTable.NOBODY, nowNanos));
            }
        }

        private @Nullable EnginePlace required(int seat) {
            EnginePlace found = computing(seat);
            if (found == null) {
                refuse(order, "expected an engine that computes, found engine-" + seat + "; 'moide status' shows them");
            }
            return found;
        }

        private @Nullable EnginePlace requiredOfOthers(int seat) {
            if (isOwn(seat)) {
                refuse(
                        order,
                        "engine-0 is the coordinator's own and stays with it; to have the coordinator compute elsewhere,"
                                + " end the run and start it there, or start it with --no-own-engine");
                return null;
            }
            return required(seat);
        }
    }

    private void letGo(Order order, int seat, int successor, long nowNanos) {
        going.put(seat, order);
        program.letGo(seat, successor, nowNanos);
    }

    // --- what has become of it -------------------------------------------------------------------------------------

    /** Returns whether any ordered change is still under way, so that an engine has yet to join or to leave. */
    public boolean isUnderWay() {
        return !coming.isEmpty() || !going.isEmpty();
    }

    /** Returns whether this engine is a new one that was ordered and does not compute yet. */
    public boolean isComing(int seat) {
        return coming.containsKey(seat);
    }

    /** Returns whether this engine was told to leave and is still present. */
    public boolean isGoing(int seat) {
        return going.containsKey(seat);
    }

    /** Returns the engine that this new engine is to replace; {@link EpochTable#NOBODY} if none. */
    public int replacedBy(int seat) {
        Order order = coming.get(seat);
        return order == null ? EpochTable.NOBODY : replaced(order);
    }

    private int replaced(Order order) {
        if (order.order instanceof ChangeOrder.Replace replace) {
            return replace.engine();
        }
        return keepsIds && order.order instanceof ChangeOrder.Leave leave
                ? leave.engines().get(0)
                : EpochTable.NOBODY;
    }

    /**
     * Returns the engine that this new engine is to assist; {@link EpochTable#NOBODY} if none. A new engine that
     * replaces an assistant assists the same engine.
     */
    public int principalFor(int seat) {
        Order order = coming.get(seat);
        if (order != null && order.order instanceof ChangeOrder.Assist assist) {
            return assist.engine();
        }
        int replaced = replacedBy(seat);
        return replaced == EpochTable.NOBODY ? EpochTable.NOBODY : program.principalOf(replaced);
    }

    /** Notes that a requested engine could not be started. Returns false if no order has requested that engine. */
    public boolean notMade(int seat, String why) {
        Order order = coming.remove(seat);
        if (order != null) {
            failed(order, why);
        }
        return order != null;
    }

    /**
     * Notes that a requested engine computes now.
     *
     * @param how further words for the user that are added to the line about the change; empty, or beginning with a
     *     space or a comma
     */
    public void joined(EnginePlace engine, String how, long nowNanos) {
        Order order = coming.remove(engine.seat());
        if (order == null) {
            return;
        }
        String added = assisting(engine.seat(), how, order);
        int replaced = replaced(order);
        order.what = (replaced == EpochTable.NOBODY ? "" : "engine-" + replaced + " by ") + engine.name() + added;
        order.lines.add(String.format(
                Locale.ROOT,
                "%s has joined with %s after %.1f s%s",
                engine.name(),
                Plural.of(engine.threads(), "thread"),
                (nowNanos - order.sinceNanos) / NANOS,
                added));
        boolean other = replaced != EpochTable.NOBODY && program.computes(replaced);
        if (other) {
            letGo(order, replaced, engine.seat(), nowNanos);
        }
        program.note(last(order));
        if (!other) {
            done(order, nowNanos);
        }
    }

    private String assisting(int seat, String how, Order order) {
        int principal = program.principalOf(seat);
        if (principal == EpochTable.NOBODY) {
            return how;
        }
        return " as assistant of engine-" + principal + how + (order.why.byCommand() ? "" : ": " + order.why.text());
    }

    private static String last(Order order) {
        return order.lines.get(order.lines.size() - 1);
    }

    /**
     * Notes that an engine that was told to leave has given back its work and ended.
     *
     * @param how further words for the user, as in {@link #joined}
     */
    public void left(EnginePlace engine, String how, long nowNanos) {
        Order order = going.remove(engine.seat());
        if (order == null) {
            return;
        }
        order.what = replaced(order) == EpochTable.NOBODY ? engine.name() + how : order.what;
        order.lines.add(String.format(
                Locale.ROOT,
                "%s has given back what it had and left after %.1f s%s",
                engine.name(),
                (nowNanos - order.sinceNanos) / NANOS,
                how));
        program.note(last(order));
        done(order, nowNanos);
    }

    /** Notes the loss of an engine. Orders that wait for it fail. */
    public void lost(int seat, String cause) {
        Order arriving = coming.remove(seat);
        if (arriving != null) {
            failed(arriving, cause);
        }
        Order leaving = going.remove(seat);
        if (leaving != null) {
            failed(leaving, cause);
        }
    }

    /**
     * Answers every unfinished order with a failure, because the run ends.
     *
     * @param why the reason in words for the user
     */
    public void over(String why) {
        List<Order> orders = new ArrayList<>(coming.values());
        orders.addAll(going.values());
        coming.clear();
        going.clear();
        for (Order order : orders) {
            if (order.open > 0) {
                order.open = 0;
                order.lines.add(why);
                program.answer(order.question, new ChangeAnswer(false, order.lines));
            }
        }
    }

    private void failed(Order order, String why) {
        String line =
                replaced(order) == EpochTable.NOBODY ? why : why + "; the run goes on with the engines that it has";
        program.note("cannot " + order.order.kind() + ": " + line);
        order.lines.add(line);
        order.failed = true;
        close(order);
    }

    private void done(Order order, long nowNanos) {
        boolean last = order.open == 1;
        // A replacement counts as one change, when the old engine has left. Otherwise each engine counts as one.
        if (replaced(order) == EpochTable.NOBODY || last) {
            program.changed(new Change(order.order.kind(), order.what, order.why.text(), order.sinceNanos), nowNanos);
        }
        close(order);
    }

    private void close(Order order) {
        order.open--;
        if (order.open == 0) {
            program.answer(order.question, new ChangeAnswer(!order.failed, order.lines));
        }
    }
}
