package org.moide.engine.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/**
 * Decides which other engines are pinged, and which unreachable ones are reported to the coordinator. A silent link may
 * be cut: the kernel retries unsent bytes for a quarter of an hour, and a thread that waits for them does not notice.
 * The object space reports calls without an answer. A stepped core, used by the control thread only.
 */
final class PeerWatch {
    /** Most pings at the same time. Each needs a thread, for a few milliseconds if it is answered. */
    private static final int MOST_PINGS = 64;

    /**
     * Most pings in one step for links that are only silent. Engines that compute for long must not cause many pings at
     * once.
     */
    private static final int MOST_OF_SILENT = 4;

    private static final Comparator<NodeReference> ORDER = Comparator.comparing(NodeReference::nodeId);

    private final long silentNanos;
    private final long pauseNanos;
    private final long againNanos;
    private final long probingNanos;
    private final Duration cut;
    private final Map<NodeReference, Peer> peers = new HashMap<>();
    private final Set<NodeReference> underWay = new HashSet<>();
    private @Nullable Inquiry inquiry;
    private Set<NodeReference> told = Set.of();
    private long toldNanos;

    /**
     * The actions that the caller must perform.
     *
     * @param pings the processes to ping; each ping ends with a call of {@link #pinged} or {@link #notPinged}
     */
    record Wanted(List<NodeReference> pings, List<EngineReport> reports) {}

    private static final class Peer {
        private long came = -1;
        private long cameNanos;
        private long seenNanos; // the time at which something arrived or a ping was answered
        private boolean failed; // whether the last ping failed
        private long failedNanos;

        Peer(long nowNanos) {
            cameNanos = nowNanos;
            seenNanos = nowNanos;
        }
    }

    /** A question of the coordinator. */
    private static final class Inquiry {
        private final long number;
        private final long endNanos;
        private final Set<NodeReference> open;
        // The time of the last failed ping of each process.
        private final Map<NodeReference, Long> failedNanos = new HashMap<>();

        Inquiry(long number, Collection<NodeReference> nodes, long endNanos) {
            this.number = number;
            this.endNanos = endNanos;
            this.open = new TreeSet<>(ORDER);
            open.addAll(nodes);
        }
    }

    PeerWatch(Timing timing) {
        this.silentNanos = timing.moment().toNanos();
        this.pauseNanos = timing.beat().toNanos();
        this.againNanos = timing.call().toNanos();
        this.probingNanos = timing.probing().toNanos();
        this.cut = timing.cut();
    }

    /** Takes a question of the coordinator. An earlier question is not answered any more. */
    void asked(EngineCommand.Probe probe, NodeReference self, long nowNanos) {
        Inquiry begun = new Inquiry(probe.inquiry(), probe.nodes(), nowNanos + probingNanos);
        begun.open.remove(self);
        inquiry = begun;
    }

    /** Takes the result of a ping. */
    void pinged(NodeReference node, boolean answered, long nowNanos) {
        underWay.remove(node);
        Peer peer = peers.get(node);
        if (peer != null) {
            peer.failed = !answered;
            peer.failedNanos = nowNanos;
            peer.seenNanos = answered ? nowNanos : peer.seenNanos;
        }
        Inquiry asked = inquiry;
        if (asked != null && answered) {
            asked.open.remove(node);
        } else if (asked != null) {
            asked.failedNanos.put(node, nowNanos);
        }
    }

    /** Notes that a ping could not be made. */
    void notPinged(NodeReference node) {
        underWay.remove(node);
    }

    /**
     * Decides which processes to ping and what to report now.
     *
     * @param others the engines with links, and the bytes that have arrived from each; and engines that have not
     *     answered calls
     * @param unanswered the processes that have not answered calls, and for how long
     */
    Wanted look(Map<NodeReference, Long> others, Map<NodeReference, Duration> unanswered, long nowNanos) {
        Wanted wanted = new Wanted(new ArrayList<>(), new ArrayList<>());
        answer(wanted, nowNanos);
        peers.keySet().retainAll(others.keySet());
        Set<NodeReference> cutOff = new TreeSet<>(ORDER);
        int silent = 0;
        for (NodeReference node : others.keySet().stream().sorted(ORDER).toList()) {
            Peer peer = peers.computeIfAbsent(node, unknown -> new Peer(nowNanos));
            hear(peer, others.getOrDefault(node, -1L), nowNanos);
            Duration since = unanswered.get(node);
            boolean isSilent = peer.came >= 0 && nowNanos - peer.seenNanos >= silentNanos;
            if (since != null) {
                ping(node, peer, wanted, nowNanos);
            } else if (isSilent && silent < MOST_OF_SILENT) {
                silent++;
                ping(node, peer, wanted, nowNanos);
            }
            if (since != null && since.compareTo(cut) >= 0 && nowNanos - peer.cameNanos >= silentNanos) {
                cutOff.add(node);
            }
        }
        tell(cutOff, wanted, nowNanos);
        return wanted;
    }

    private static void hear(Peer peer, long came, long nowNanos) {
        if (came >= 0 && came != peer.came) {
            peer.cameNanos = nowNanos;
            peer.seenNanos = nowNanos;
        }
        peer.came = came;
    }

    private void ping(NodeReference node, Peer peer, Wanted wanted, long nowNanos) {
        if (!peer.failed || nowNanos - peer.failedNanos >= pauseNanos) {
            ping(node, wanted);
        }
    }

    private void ping(NodeReference node, Wanted wanted) {
        if (underWay.size() < MOST_PINGS && underWay.add(node)) {
            wanted.pings().add(node);
        }
    }

    /**
     * Answers the coordinator's question when all processes have answered or the time is over. The answer omits
     * processes that were not tried.
     */
    private void answer(Wanted wanted, long nowNanos) {
        Inquiry asked = inquiry;
        if (asked == null) {
            return;
        }
        if (asked.open.isEmpty() || nowNanos - asked.endNanos >= 0) {
            inquiry = null;
            wanted.reports()
                    .add(new EngineReport.Unreached(
                            asked.number,
                            asked.open.stream()
                                    .filter(asked.failedNanos::containsKey)
                                    .toList()));
            return;
        }
        for (NodeReference node : asked.open) {
            Long failed = asked.failedNanos.get(node);
            // A process that refuses connections does so at once, so attempts need a pause.
            if (failed == null || nowNanos - failed >= pauseNanos) {
                ping(node, wanted);
            }
        }
    }

    /**
     * Reports unreachable engines to the coordinator when their set has changed, and repeats the report after a while,
     * because the coordinator may have found them reachable.
     */
    private void tell(Set<NodeReference> cutOff, Wanted wanted, long nowNanos) {
        if (!cutOff.isEmpty() && (!told.equals(cutOff) || nowNanos - toldNanos >= againNanos)) {
            toldNanos = nowNanos;
            wanted.reports().add(new EngineReport.Unreached(EngineReport.Unreached.UNASKED, List.copyOf(cutOff)));
        }
        told = cutOff;
    }
}
