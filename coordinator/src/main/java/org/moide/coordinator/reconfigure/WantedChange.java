package org.moide.coordinator.reconfigure;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.plan.DaemonAddress;

/**
 * A change of an SPMD run's engines that somebody wants: one at a time, from the order for an engine to the epoch in which it
 * takes part. Used by the control thread only.
 */
final class WantedChange {
    private final EpochTable table;
    private final boolean ownEngine;
    private final EpochOutputs outputs;
    private @Nullable Order order;

    /**
     * What is under way.
     *
     * @param leaves the seat that is given up; {@link EpochTable#NOBODY} if one is added
     * @param comes the seat of the engine that is being made for it; {@link EpochTable#NOBODY} if there will be one less
     * @param what what the one that comes does then, for the user; if none does, who leaves
     */
    record Order(String kind, int leaves, int comes, String what, long question) {}

    WantedChange(EpochTable table, boolean ownEngine, EpochOutputs outputs) {
        this.table = table;
        this.ownEngine = ownEngine;
        this.outputs = outputs;
    }

    boolean isUnderWay() {
        return order != null;
    }

    boolean isComing(int seat) {
        Order now = order;
        return now != null && now.comes() == seat;
    }

    /**
     * Begins a change, or says why that cannot be.
     *
     * @param running whether the epoch's threads run
     * @return whether the threads are to leave at once, since nobody comes for whom they would wait
     */
    boolean begin(ChangeOrder wanted, long question, Safekeeping saved, boolean running) {
        if (!mayBegin(saved.restorable(), running, question)) {
            return false;
        }
        if (wanted instanceof ChangeOrder.Replace replace) {
            replace(replace.engine(), replace.hosts(), question);
        } else if (wanted instanceof ChangeOrder.Expand expand) {
            expand(saved.redistributes(), expand.hosts(), question);
        } else if (wanted instanceof ChangeOrder.Assist assist) {
            assist(assist.engine(), saved.redistributes(), assist.hosts(), question);
        } else if (wanted instanceof ChangeOrder.Shrink shrink) {
            return shrink(shrink.engine(), saved.redistributes(), question);
        } else {
            throw new IllegalArgumentException("expected to replace, expand, assist or shrink, found " + wanted);
        }
        return false;
    }

    private boolean mayBegin(boolean restorable, boolean running, long question) {
        if (!restorable) {
            refuse(
                    question,
                    "expected an application that can go on from a checkpoint, found one that has not called"
                            + " restore; its engines stay as they are");
        } else if (!running || order != null) {
            refuse(question, "engines are being changed already; try again when that is over");
        } else {
            return true;
        }
        return false;
    }

    /** Another engine is to take the place of this one. */
    private void replace(int seat, List<DaemonAddress> hosts, long question) {
        if (!table.contains(seat)) {
            refuse(question, "expected one of the engines that compute, " + table.seats() + ", found " + seat);
        } else if (seat == 0 && ownEngine) {
            refuse(
                    question,
                    "engine-0 is in the coordinator's own process, so it stays; start the run with"
                            + " --no-own-engine to have all engines on other hosts");
        } else {
            Place leaves = table.place(seat);
            int comes = recruit(hosts, leaves.threads(), Set.of(seat));
            order = new Order("replace", seat, comes, "took the place of " + leaves.name(), question);
        }
    }

    /** One engine more is to take part. */
    private void expand(boolean redistributes, List<DaemonAddress> hosts, long question) {
        if (mayGrow(redistributes, question)) {
            int comes = recruit(hosts, 0, Set.of());
            order = new Order("expand", EpochTable.NOBODY, comes, "joined", question);
        }
    }

    private boolean mayGrow(boolean redistributes, long question) {
        if (!redistributes) {
            refuse(
                    question,
                    "expected an application that can go on with another number of IDs, found one whose restore"
                            + " has no Redistribution; its engines can be replaced, but not added to");
        }
        return redistributes;
    }

    /** One engine more is to take part, and to borrow tasks from this one only. */
    private void assist(int principal, boolean redistributes, List<DaemonAddress> hosts, long question) {
        if (!table.contains(principal)) {
            refuse(question, "expected one of the engines that compute, " + table.seats() + ", found " + principal);
        } else if (table.principalOf(principal) != EpochTable.NOBODY) {
            refuse(
                    question,
                    "expected an engine that is nobody's assistant, found engine-" + principal
                            + ", which assists engine-" + table.principalOf(principal)
                            + "; attach another to that one");
        } else if (mayGrow(redistributes, question)) {
            int comes = recruit(hosts, 0, Set.of(principal));
            table.assists(comes, principal);
            String what = "joined as assistant of engine-" + principal;
            order = new Order("assist", EpochTable.NOBODY, comes, what, question);
        }
    }

    private int recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom) {
        int seat = table.nextSeat();
        outputs.add(new EpochOutput.Recruit(seat, hosts, threads, awayFrom, 0));
        return seat;
    }

    private void refuse(long question, String why) {
        outputs.add(new EpochOutput.Answer(question, false, why));
    }

    /** One engine less is to take part; false if that cannot be. */
    private boolean shrink(int seat, boolean redistributes, long question) {
        if (!redistributes) {
            refuse(
                    question,
                    "expected an application that can go on with another number of IDs, found one whose restore"
                            + " has no Redistribution; its engines can be replaced, but not taken away");
        } else if (!table.contains(seat)
                || (seat == 0 && ownEngine)
                || table.seats().size() == 1) {
            refuse(
                    question,
                    "expected one of several engines, and not the coordinator's own, found engine-" + seat + " of "
                            + table.seats());
        } else {
            String left = table.place(seat).name() + " left"; // who leaves may be lost before that is told
            order = new Order("shrink", seat, EpochTable.NOBODY, left, question);
            return true;
        }
        return false;
    }

    /** The seat that is given up; {@link EpochTable#NOBODY} if none is. */
    int leaves() {
        Order now = order;
        return now == null ? EpochTable.NOBODY : now.leaves();
    }

    /** It is as it was wanted, and nobody has waited for that. */
    void tellWhileAllWentOn() {
        Order made = order;
        if (made != null) {
            String who = made.comes() == EpochTable.NOBODY
                    ? ""
                    : table.place(made.comes()).name() + " ";
            String what = who + made.what() + " while all others went on";
            order = null;
            outputs.note(what);
            outputs.add(new EpochOutput.Changed(made.kind(), true, what, 0));
            outputs.add(new EpochOutput.Answer(made.question(), true, what));
        }
    }

    /** The threads are out: the new engine takes its number, unless it was lost before. */
    void exchange() {
        Order now = order;
        if (now != null && now.leaves() == EpochTable.NOBODY) {
            table.append(now.comes());
        } else if (now != null) {
            table.set(table.numberOf(now.leaves()), now.comes());
            table.closeUp();
        }
    }

    /** All are in again: if the engines are as it was wanted, it is over, and everybody is told. */
    void tellIfMade(String where, Disruption disruption, long nowNanos) {
        Order made = order;
        if (made == null) {
            return;
        }
        boolean fewer = made.comes() == EpochTable.NOBODY;
        if (fewer ? !table.contains(made.leaves()) : table.contains(made.comes())) {
            String who = fewer ? "" : table.place(made.comes()).name() + " ";
            String what = who + made.what() + " at " + where;
            String waited = what + "; the threads waited " + disruption.time(nowNanos);
            order = null;
            outputs.note(waited);
            outputs.add(new EpochOutput.Changed(made.kind(), true, what, disruption.outFor(nowNanos)));
            outputs.add(new EpochOutput.Answer(made.question(), true, waited));
        }
    }

    /**
     * The change is given up.
     *
     * @return the seat of the engine that came for it and has nothing to do; {@link EpochTable#NOBODY} if there is none
     */
    int refuse(String why) {
        Order now = order;
        if (now == null) {
            return EpochTable.NOBODY;
        }
        order = null;
        refuse(now.question(), why);
        return table.isThere(now.comes()) && !table.contains(now.comes()) ? now.comes() : EpochTable.NOBODY;
    }
}
