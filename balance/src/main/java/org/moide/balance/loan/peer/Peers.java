package org.moide.balance.loan.peer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.strategy.MemberView.Request;
import org.moide.balance.strategy.Membership;

/**
 * The others that a member has had to do with. What is due is looked for only among those with whom something is under way,
 * so that a step costs the same among thousands.
 */
public class Peers {
    private final BalancerLimits limits;
    private final Map<Integer, Peer> peers = new TreeMap<>();
    private final Set<Peer> active = new LinkedHashSet<>();
    private final Map<Integer, Request> requests = new LinkedHashMap<>(); // as they asked
    private Membership members = Membership.NONE;

    public Peers(BalancerLimits limits) {
        this.limits = limits;
    }

    public Membership members() {
        return members;
    }

    /**
     * Takes a new membership; answers those who are not there any more, or not the same. With a member on its way out
     * everything goes on except new requests and new loans.
     */
    public List<Peer> change(Membership changed, long nowNanos) {
        members = changed;
        List<Peer> gone = new ArrayList<>();
        for (Peer peer : peers.values()) {
            if (changed.incarnationOf(peer.member) != peer.incarnation) {
                gone.add(peer);
            }
        }
        for (Peer peer : gone) {
            peers.remove(peer.member);
            active.remove(peer);
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

    /** The member of this number; null if there is none. */
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

    /** As {@link #find}, but only if there was something with it already. */
    @Nullable
    public Peer known(int member) {
        return peers.get(member);
    }

    public Collection<Peer> all() {
        return peers.values();
    }

    /** Something has changed between the two: what is due, or whether a request waits. */
    public void touch(Peer peer) {
        if (peer.dueNanos() == Long.MAX_VALUE) {
            active.remove(peer);
        } else {
            active.add(peer);
        }
        Request open = peer.borrower.openRequest();
        if (open == null) {
            requests.remove(peer.member);
        } else {
            requests.put(peer.member, open);
        }
    }

    /** Those with whom something is under way that may have to be repeated. A copy. */
    public List<Peer> active() {
        return active.isEmpty() ? List.of() : List.copyOf(active);
    }

    public Collection<Request> requests() {
        return Collections.unmodifiableCollection(requests.values());
    }

    public long dueNanos() {
        long due = Long.MAX_VALUE;
        for (Peer peer : active) {
            due = Math.min(due, peer.dueNanos());
        }
        return due;
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
