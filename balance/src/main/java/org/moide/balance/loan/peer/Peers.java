package org.moide.balance.loan.peer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.strategy.MemberView.Request;
import org.moide.balance.strategy.Membership;

/**
 * The other members with which a member has exchanged messages, ordered by when it next has something to do for each,
 * such as to repeat a message. A step looks only at those for which it is time, so its cost does not grow with
 * thousands of members.
 */
public class Peers {
    private static final Comparator<Peer> BY_NUMBER = Comparator.comparingInt(peer -> peer.member);

    private final BalancerLimits limits;
    private final Map<Integer, Peer> peers = new HashMap<>(); // looked up many times in each step
    private final TreeSet<Peer> planned = new TreeSet<>(Peer.AS_DUE);
    private final Set<Peer> calm = new LinkedHashSet<>(); // asked while no thread was idle, in that order
    private final Set<Peer> spared = new LinkedHashSet<>(); // not to be asked for a while
    private final Map<Integer, Request> requests = new LinkedHashMap<>(); // in order of arrival
    private Membership members = Membership.NONE;

    public Peers(BalancerLimits limits) {
        this.limits = limits;
    }

    public Membership members() {
        return members;
    }

    /**
     * Takes a new membership. A leaving member keeps its loans, but makes no new requests and gets no new loans.
     *
     * @return the peers that have left or have another incarnation
     */
    public List<Peer> change(Membership changed, long nowNanos) {
        members = changed;
        List<Peer> gone = new ArrayList<>();
        for (Peer peer : peers.values()) {
            if (changed.incarnationOf(peer.member) != peer.incarnation) {
                gone.add(peer);
            }
        }
        gone.sort(BY_NUMBER);
        for (Peer peer : gone) {
            peers.remove(peer.member);
            planned.remove(peer);
            calm.remove(peer);
            spared.remove(peer);
            requests.remove(peer.member);
        }
        for (Membership.Member leaving : changed.onTheirWayOut()) {
            Peer peer = peers.get(leaving.number());
            if (peer != null) {
                dismiss(peer, nowNanos);
            }
        }
        return gone;
    }

    private void dismiss(Peer peer, long nowNanos) {
        peer.borrower.dismiss();
        peer.lender.dismissed(nowNanos);
        touch(peer);
    }

    /**
     * Returns the peer of this number, creating its state if no message was exchanged with it before; null if there is
     * no such member.
     */
    @Nullable
    public Peer find(int member, long nowNanos) {
        Peer known = peers.get(member);
        if (known != null) {
            return known;
        }
        long incarnation = members.incarnationOf(member);
        if (incarnation < 0) {
            return null;
        }
        Peer made = open(member, incarnation, newBorrower(member, limits), newLender(limits), nowNanos);
        peers.put(member, made);
        if (members.isLeaving(member)) {
            dismiss(made, nowNanos);
        }
        return made;
    }

    /** Returns the state of the peer of this number if messages were exchanged with it before; otherwise null. */
    @Nullable
    public Peer known(int member) {
        return peers.get(member);
    }

    /** Returns all peers in the order of their numbers. */
    public List<Peer> all() {
        return peers.values().stream().sorted(BY_NUMBER).toList();
    }

    /** Updates the position of a peer in the order after a change of its due time, or of whether its request waits. */
    public void touch(Peer peer) {
        long due = peer.dueNanos();
        if (due != peer.plannedNanos) {
            planned.remove(peer);
            peer.plannedNanos = due;
            if (due != Long.MAX_VALUE) {
                planned.add(peer);
            }
        }
        keep(calm, peer, peer.lender.isCalmlyAsked());
        keep(spared, peer, peer.lender.isSpared());
        Request open = peer.borrower.openRequest();
        if (open == null) {
            requests.remove(peer.member);
        } else {
            requests.put(peer.member, open);
        }
    }

    private static void keep(Set<Peer> among, Peer peer, boolean wanted) {
        if (wanted) {
            among.add(peer);
        } else {
            among.remove(peer);
        }
    }

    /**
     * Returns a copy of the list of peers for which there is something to do now. The caller does it, and then calls
     * {@link #touch} for each.
     *
     * @param hurried whether this member's requests for tasks have become urgent; then peers that were asked before are
     *     included
     */
    public List<Peer> due(boolean hurried, long nowNanos) {
        boolean none = planned.isEmpty() || planned.first().plannedNanos > nowNanos;
        if (none && (!hurried || calm.isEmpty())) {
            return List.of();
        }
        Set<Peer> due = new LinkedHashSet<>();
        for (Peer peer : planned) {
            if (peer.plannedNanos > nowNanos) {
                break;
            }
            due.add(peer);
        }
        if (hurried) {
            due.addAll(calm);
        }
        return List.copyOf(due);
    }

    /** Lets spared peers be asked for tasks again, because tasks have come from some member. */
    public void endQuiet() {
        for (Peer peer : List.copyOf(spared)) {
            peer.lender.endQuiet();
            touch(peer);
        }
    }

    public Collection<Request> requests() {
        return Collections.unmodifiableCollection(requests.values());
    }

    public long dueNanos() {
        return planned.isEmpty() ? Long.MAX_VALUE : planned.first().plannedNanos;
    }

    Peer open(int member, long incarnation, BorrowerSession borrower, LenderSession lender, long nowNanos) {
        return new Peer(member, incarnation, borrower, lender, nowNanos);
    }

    public BorrowerSession newBorrower(int member, BalancerLimits of) {
        return new BorrowerSession(member, of);
    }

    LenderSession newLender(BalancerLimits of) {
        return new LenderSession(of);
    }
}
