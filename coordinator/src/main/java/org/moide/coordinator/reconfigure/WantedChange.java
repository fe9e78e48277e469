package org.moide.coordinator.reconfigure;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.DaemonAddress;

/**
 * A change of an SPMD run's engines that somebody wants: one at a time, from the order for an engine to the epoch in which it
 * takes part. Used by the control thread only.
 */
final class WantedChange {
    private final EpochTable table;
    private final boolean ownEngine;
    private final Recruiter recruiter;
    private @Nullable Order order;

    /** Has engines made. */
    @FunctionalInterface
    interface Recruiter {
        /** Says which seat it will have. */
        int recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, Recruitment.Reach reach);
    }

    /**
     * What is under way.
     *
     * @param leaves the seat that is given up; {@link EpochTable#NOBODY} if one is added
     * @param comes the seat of the engine that is being made for it; {@link EpochTable#NOBODY} if there will be one less
     * @param what what the one that comes does then, for the user; if none does, who leaves
     */
    record Order(String kind, int leaves, int comes, String what, ChangeAsker asker) {}

    WantedChange(EpochTable table, boolean ownEngine, Recruiter recruiter) {
        this.table = table;
        this.ownEngine = ownEngine;
        this.recruiter = recruiter;
    }

    boolean isUnderWay() {
        return order != null;
    }

    boolean isComing(int seat) {
        Order now = order;
        return now != null && now.comes() == seat;
    }

    /** Whether a change can begin now; else whoever wants it is told why not. */
    boolean mayBegin(boolean restorable, boolean running, ChangeAsker asker) {
        if (!restorable) {
            asker.refused("expected an application that can go on from a checkpoint, found one that has not called"
                    + " restore; its engines stay as they are");
        } else if (!running || order != null) {
            asker.refused("engines are being changed already; try again when that is over");
        } else {
            return true;
        }
        return false;
    }

    /** Another engine is to take the place of this one. */
    void replace(int seat, List<DaemonAddress> hosts, ChangeAsker asker) {
        if (!table.contains(seat)) {
            asker.refused("expected one of the engines that compute, " + table.seats() + ", found " + seat);
        } else if (seat == 0 && ownEngine) {
            asker.refused("engine-0 is in the coordinator's own process, so it stays; start the run with"
                    + " --no-own-engine to have all engines on other hosts");
        } else {
            Place leaves = table.place(seat);
            int comes = recruiter.recruit(hosts, leaves.threads(), Set.of(seat), Recruitment.Reach.ANY_HOST);
            order = new Order("replace", seat, comes, "took the place of " + leaves.name(), asker);
        }
    }

    /** One engine more is to take part. */
    void expand(boolean redistributes, List<DaemonAddress> hosts, ChangeAsker asker) {
        if (!redistributes) {
            asker.refused("expected an application that can go on with another number of IDs, found one whose restore"
                    + " has no Redistribution; its engines can be replaced, but not added to");
            return;
        }
        int comes = recruiter.recruit(hosts, 0, Set.of(), Recruitment.Reach.ANY_HOST);
        order = new Order("expand", EpochTable.NOBODY, comes, "joined", asker);
    }

    /** One engine less is to take part; false if that cannot be. */
    boolean shrink(int seat, boolean redistributes, ChangeAsker asker) {
        if (!redistributes) {
            asker.refused("expected an application that can go on with another number of IDs, found one whose restore"
                    + " has no Redistribution; its engines can be replaced, but not taken away");
        } else if (!table.contains(seat)
                || (seat == 0 && ownEngine)
                || table.seats().size() == 1) {
            asker.refused("expected one of several engines, and not the coordinator's own, found engine-" + seat
                    + " of " + table.seats());
        } else {
            String left = table.place(seat).name() + " left"; // who leaves may be lost before that is told
            order = new Order("shrink", seat, EpochTable.NOBODY, left, asker);
            return true;
        }
        return false;
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
    void tellIfMade(String where, Disruption disruption, EpochActs acts, long nowNanos) {
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
            acts.note(waited);
            acts.changed(made.kind(), what, disruption.sinceNanos(), disruption.outFor(nowNanos));
            made.asker().done(waited);
        }
    }

    /**
     * Nothing comes of it.
     *
     * @return the seat of the engine that came for it and has nothing to do; {@link EpochTable#NOBODY} if there is none
     */
    int refuse(String why) {
        Order now = order;
        if (now == null) {
            return EpochTable.NOBODY;
        }
        order = null;
        now.asker().refused(why);
        return table.isThere(now.comes()) && !table.contains(now.comes()) ? now.comes() : EpochTable.NOBODY;
    }
}
