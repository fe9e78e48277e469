package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.text.Figures;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/**
 * Finds engines that do not reach each other while the coordinator reaches both of them, and decides which of them
 * leave.
 *
 * <p>When an engine reports that it has not reached another engine for {@link Timing#cut}, the coordinator asks all
 * engines twice whether they reach these two. A pair of engines is cut if they still do not reach each other and both
 * answered both times. An engine whose own connection to the coordinator is unstable does not answer both times. The
 * smallest set of engines leaves after which no pair is cut. The engine that must stay is never in the set. Of sets of
 * equal size, the one is taken whose engines have the most cut pairs, and then the one with the least power.
 * {@code SeatWatch} decides about engines that do not answer at all. Used by the control thread only.
 */
public final class CutPairs {
    /**
     * The limit on the number of rounds of questions. If an answer names engines that no earlier answer had named,
     * another round asks about these.
     */
    private static final int MOST_ROUNDS = 4;

    /** The greatest number of engines that a line names. Further engines are only counted. */
    private static final int MOST_NAMED = 3;

    private final Timing timing;
    private long inquiries;
    private int rounds;
    private Set<Integer> reached = Set.of(); // engines that answered in the previous round
    private @Nullable Inquiry inquiry;

    /** A question to all engines, with the answers so far. */
    private static final class Inquiry {
        private final EngineCommand.Probe probe;
        private final Set<Integer> suspects;
        private final Set<Integer> asked;
        private final Map<Integer, Set<Integer>> answers = new TreeMap<>();
        private final long endNanos;

        Inquiry(EngineCommand.Probe probe, Set<Integer> suspects, Set<Integer> asked, long endNanos) {
            this.probe = probe;
            this.suspects = suspects;
            this.asked = asked;
            this.endNanos = endNanos;
        }
    }

    /** A step that the caller has to take. */
    public sealed interface Wanted {}

    /** The step to send this question to all engines. */
    public record Ask(EngineCommand.Probe probe) implements Wanted {}

    /**
     * The step to make engines leave, all in one recovery of the run.
     *
     * @param seats the reason for each engine, in words for the user, by the engine's number
     */
    public record Leave(Map<Integer, String> seats) implements Wanted {}

    /** Creates the object for a run in which no engine has reported an unreachable one. */
    public CutPairs(Timing timing) {
        this.timing = timing;
    }

    /**
     * Handles an engine's report about engines that it does not reach.
     *
     * @param engines all engines of the run
     * @param first the engine that never leaves
     * @return the next step; null if there is none
     */
    public @Nullable Wanted told(
            int seat, EngineReport.Unreached report, List<EnginePlace> engines, int first, long nowNanos) {
        Set<Integer> named = engines.stream()
                .filter(engine -> report.nodes().contains(engine.node()) && engine.seat() != seat)
                .map(EnginePlace::seat)
                .collect(Collectors.toCollection(TreeSet::new));
        Inquiry open = inquiry;
        if (open != null && report.inquiry() == open.probe.inquiry()) {
            named.retainAll(open.suspects);
            open.answers.put(seat, named);
            return concluded(engines, first, nowNanos);
        }
        if (open == null && report.inquiry() == EngineReport.Unreached.UNASKED && !named.isEmpty()) {
            named.add(seat);
            rounds = 0;
            return ask(named, engines, nowNanos);
        }
        return null; // answers an earlier question, or comes during another question and is repeated after it
    }

    /** Returns the next step if it is time for one; otherwise null. */
    public @Nullable Wanted tick(List<EnginePlace> engines, int first, long nowNanos) {
        return inquiry == null ? null : concluded(engines, first, nowNanos);
    }

    private Wanted ask(Set<Integer> suspects, List<EnginePlace> engines, long nowNanos) {
        rounds++;
        inquiries++;
        List<NodeReference> nodes = new ArrayList<>();
        Set<Integer> asked = new TreeSet<>();
        for (EnginePlace engine : engines) {
            asked.add(engine.seat());
            if (suspects.contains(engine.seat())) {
                nodes.add(engine.node());
            }
        }
        EngineCommand.Probe probe = new EngineCommand.Probe(inquiries, nodes);
        inquiry = new Inquiry(
                probe,
                suspects,
                asked,
                nowNanos + timing.probing().plus(timing.moment()).toNanos());
        return new Ask(probe);
    }

    private @Nullable Wanted concluded(List<EnginePlace> engines, int first, long nowNanos) {
        Inquiry open = inquiry;
        Map<Integer, EnginePlace> there = new TreeMap<>();
        engines.forEach(engine -> there.put(engine.seat(), engine));
        if (open == null || !isOver(open, there.keySet(), nowNanos)) {
            return null;
        }
        inquiry = null;
        Set<Integer> both = new TreeSet<>(open.answers.keySet());
        if (rounds > 1) {
            both.retainAll(reached);
        }
        reached = FixedOrder.copyOf(open.answers.keySet());
        Map<Integer, Set<Integer>> pairs = pairs(open, both, there.keySet());
        Set<Integer> all = new TreeSet<>(open.suspects);
        boolean more = all.addAll(pairs.keySet()) && rounds < MOST_ROUNDS;
        if (!pairs.isEmpty() && (more || rounds == 1)) {
            return ask(all, engines, nowNanos);
        }
        Comparator<Integer> order = Comparator.<Integer>comparingDouble(
                        seat -> there.containsKey(seat) ? there.get(seat).power() : 0)
                .thenComparing(Comparator.reverseOrder());
        Set<Integer> leaving = SmallestCover.of(pairs, first, order);
        Map<Integer, String> why = new LinkedHashMap<>();
        leaving.forEach(seat -> why.put(seat, line(seat, pairs, there)));
        return why.isEmpty() ? null : new Leave(why);
    }

    private static boolean isOver(Inquiry open, Set<Integer> there, long nowNanos) {
        return nowNanos - open.endNanos >= 0
                || open.asked.stream().filter(there::contains).allMatch(open.answers::containsKey);
    }

    /**
     * Returns the pairs of engines that do not reach each other although the coordinator reaches both, as a map from
     * each engine to the engines that it does not reach.
     *
     * @param open the last question, with its answers
     * @param reached the engines that also answered the question before
     * @param there the engines that are present
     */
    private static Map<Integer, Set<Integer>> pairs(Inquiry open, Set<Integer> reached, Set<Integer> there) {
        Map<Integer, Set<Integer>> pairs = new HashMap<>();
        open.answers.forEach((seat, unreached) -> unreached.forEach(other -> {
            boolean bothReached = reached.contains(seat) && reached.contains(other);
            if (bothReached && there.contains(seat) && there.contains(other)) {
                pairs.computeIfAbsent(seat, none -> new TreeSet<>()).add(other);
                pairs.computeIfAbsent(other, none -> new TreeSet<>()).add(seat);
            }
        }));
        return pairs;
    }

    private String line(int leaves, Map<Integer, Set<Integer>> pairs, Map<Integer, EnginePlace> there) {
        List<String> others = pairs.getOrDefault(leaves, Set.of()).stream()
                .map(seat -> name(seat, there))
                .toList();
        String until = " could not reach each other for " + Figures.span(timing.cut())
                + ", while the coordinator reached " + (others.size() == 1 ? "both" : "all") + ": engine-" + leaves
                + " leaves";
        if (others.size() == 1) {
            return others.get(0) + " and " + name(leaves, there) + until;
        }
        String named = others.size() <= MOST_NAMED
                ? String.join(", ", others)
                : String.join(", ", others.subList(0, MOST_NAMED)) + " and " + (others.size() - MOST_NAMED) + " more";
        return name(leaves, there) + " and the engines around it (" + named + ")" + until;
    }

    private static String name(int seat, Map<Integer, EnginePlace> there) {
        EnginePlace place = there.get(seat);
        return place == null ? "engine-" + seat : place.name();
    }
}
