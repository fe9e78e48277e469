package org.moide.engine.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.message.LinkSigns;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/**
 * Decides which other engines are probed and pinged, and which unreachable ones are reported to the coordinator. A
 * silent link may be cut: the kernel retries unsent bytes for a quarter of an hour, and a thread that waits for them
 * does not notice. So the other engine is first asked for a sign of life over the link, which costs a few bytes, and
 * pinged only if none comes; a ping opens a connection. An engine that cannot be dialled from here, but sends signs
 * over its link, is not cut off as long as no thread here has to call it. The object space reports calls without an
 * answer. A stepped core, used by the control thread only.
 */
final class PeerWatch {
    /**
     * The greatest number of pings at the same time. Each ping needs a thread, for a few milliseconds if it is
     * answered.
     */
    private static final int MOST_PINGS = 64;

    /**
     * The greatest number of pings in one step to engines whose links are only silent. Engines that compute for long
     * send nothing, and must not cause many pings at once.
     */
    private static final int MOST_OF_SILENT = 4;

    /**
     * The greatest number of links over which one check asks for a sign of life. If more links are silent, those that
     * have been silent for longest come first.
     */
    private static final int MOST_PROBES = 16;

    private static final Comparator<NodeReference> ORDER = Comparator.comparing(NodeReference::nodeId);

    private final long silentNanos;
    private final long quietNanos;
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
     * @param probes the processes to ask for a sign over their links
     */
    record Wanted(List<NodeReference> pings, Set<NodeReference> probes, List<EngineReport> reports) {}

    private static final class Peer {
        private final NodeReference node;
        private LinkSigns signs = LinkSigns.NONE;
        private long cameNanos; // the time of the last message or acknowledgement
        private long heardNanos; // the time of the last of these, or of the last sign over the link
        private long seenNanos; // the time of the last of these, or of the last answered ping
        private long probedNanos;
        private long pingedNanos;
        private boolean failed; // whether the last ping failed
        private long failedNanos;
        private long
                failedSinceNanos; // when the first ping was made of those that have failed since something was seen

        Peer(NodeReference node, long nowNanos) {
            this.node = node;
            cameNanos = nowNanos;
            heardNanos = nowNanos;
            seenNanos = nowNanos;
            probedNanos = nowNanos;
        }

        void hear(LinkSigns now, long nowNanos) {
            if (now.isLinked() && now.arrivals() != signs.arrivals()) {
                cameNanos = nowNanos;
            }
            if (now.isLinked() && !now.equals(signs)) {
                heardNanos = nowNanos;
                seenNanos = nowNanos;
                failed = false;
            }
            signs = now;
        }

        void pinged(boolean answered, long nowNanos) {
            if (answered) {
                seenNanos = nowNanos;
            } else if (!failed) {
                failedSinceNanos = pingedNanos;
            }
            failed = !answered;
            failedNanos = nowNanos;
        }
    }

    /** A question of the coordinator: which of the named processes can this engine not reach? */
    private static final class Inquiry {
        private final long number;
        private final long beginNanos;
        private final long endNanos;
        private final Set<NodeReference> open;
        // The time of the last failed ping of each process.
        private final Map<NodeReference, Long> failedNanos = new HashMap<>();

        Inquiry(long number, Collection<NodeReference> nodes, long beginNanos, long endNanos) {
            this.number = number;
            this.beginNanos = beginNanos;
            this.endNanos = endNanos;
            this.open = new TreeSet<>(ORDER);
            open.addAll(nodes);
        }
    }

    PeerWatch(Timing timing) {
        this.silentNanos = timing.moment().toNanos();
        this.quietNanos = silentNanos / 2;
        this.pauseNanos = timing.beat().toNanos();
        this.againNanos = timing.call().toNanos();
        this.probingNanos = timing.probing().toNanos();
        this.cut = timing.cut();
    }

    /** Takes a question of the coordinator. If an earlier question is still open, it gets no answer any more. */
    void asked(EngineCommand.Probe probe, NodeReference self, long nowNanos) {
        Inquiry begun = new Inquiry(probe.inquiry(), probe.nodes(), nowNanos, nowNanos + probingNanos);
        begun.open.remove(self);
        inquiry = begun;
    }

    /** Takes the result of a ping. */
    void pinged(NodeReference node, boolean answered, long nowNanos) {
        underWay.remove(node);
        Peer peer = peers.get(node);
        if (peer != null) {
            peer.pinged(answered, nowNanos);
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
     * @param others the engines that have links to this one or have not answered calls, with counts of what has come
     *     from each over its links
     * @param unanswered the processes that have not answered calls, and for how long
     */
    Wanted look(Map<NodeReference, LinkSigns> others, Map<NodeReference, Duration> unanswered, long nowNanos) {
        Wanted wanted = new Wanted(new ArrayList<>(), new LinkedHashSet<>(), new ArrayList<>());
        List<Peer> bySilence = new ArrayList<>(others.size());
        others.forEach((node, signs) -> {
            Peer peer = peers.computeIfAbsent(node, unknown -> new Peer(node, nowNanos));
            peer.hear(signs, nowNanos);
            bySilence.add(peer);
        });
        if (peers.size() > others.size()) {
            peers.keySet().retainAll(others.keySet());
        }
        // The peer that has been silent for longest comes first. Otherwise some of many peers would never be checked.
        bySilence.sort(Comparator.<Peer>comparingLong(peer -> peer.seenNanos - nowNanos)
                .thenComparing(peer -> peer.node, ORDER));
        askForSigns(bySilence, unanswered.keySet(), wanted, nowNanos);
        answer(wanted, nowNanos);
        Set<NodeReference> cutOff = new TreeSet<>(ORDER);
        int silent = 0;
        for (Peer peer : bySilence) {
            NodeReference node = peer.node;
            Duration since = unanswered.get(node);
            boolean isSilent = peer.signs.isLinked()
                    && nowNanos - peer.seenNanos >= silentNanos
                    && peer.probedNanos - peer.seenNanos > 0
                    && nowNanos - peer.probedNanos >= pauseNanos; // no sign has come
            if (since != null || peer.failed) {
                ping(node, peer, wanted, nowNanos);
            } else if (isSilent && silent < MOST_OF_SILENT) {
                silent++;
                ping(node, peer, wanted, nowNanos);
            }
            if (isCutOff(peer, since, nowNanos)) {
                cutOff.add(node);
            }
        }
        for (NodeReference node : wanted.pings()) {
            Peer peer = peers.get(node);
            if (peer != null) {
                peer.pingedNanos = nowNanos;
            }
        }
        tell(cutOff, wanted, nowNanos);
        return wanted;
    }

    /**
     * Returns whether an engine is cut off. It is cut off if calls to it get no answer and no message comes over its
     * links. It is also cut off if pings to it fail and neither messages nor signs of life come over its links.
     */
    private boolean isCutOff(Peer peer, @Nullable Duration since, long nowNanos) {
        boolean called = since != null && since.compareTo(cut) >= 0 && nowNanos - peer.cameNanos >= silentNanos;
        boolean pinged = peer.failed
                && nowNanos - peer.failedSinceNanos >= cut.toNanos()
                && nowNanos - peer.heardNanos >= silentNanos;
        return called || pinged;
    }

    /**
     * Chooses links over which to ask for a sign of life: silent ones, and those to engines about which the coordinator
     * asks. A sign of life also answers the coordinator's question.
     */
    private void askForSigns(List<Peer> bySilence, Set<NodeReference> called, Wanted wanted, long nowNanos) {
        Inquiry asked = inquiry;
        for (Peer peer : bySilence) {
            NodeReference node = peer.node;
            boolean wantedNow = asked != null && asked.open.contains(node);
            if (asked != null && wantedNow && !called.contains(node) && peer.heardNanos - asked.beginNanos > 0) {
                asked.open.remove(node);
                wantedNow = false;
            }
            boolean quiet = nowNanos - peer.seenNanos >= quietNanos;
            boolean rested = nowNanos - peer.probedNanos >= (wantedNow ? pauseNanos : quietNanos);
            if (peer.signs.isLinked()
                    && rested
                    && (wantedNow || (quiet && wanted.probes().size() < MOST_PROBES))) {
                peer.probedNanos = nowNanos;
                wanted.probes().add(node);
            }
        }
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
     * Answers the coordinator's question when all processes have answered, or when the time limit {@link
     * Timing#probing} is over. The answer omits processes that were not tried.
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
