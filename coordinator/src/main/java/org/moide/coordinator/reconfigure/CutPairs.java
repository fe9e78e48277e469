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
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.text.Figures;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/**
 * Pairs of engines that do not reach each other, while the coordinator reaches both. When an engine says that it has not reached
 * another for {@link Timing#cut}, all engines are asked whether they reach these two, and then once more. Pairs that do not,
 * and that have answered the coordinator both times, are cut: an engine whose own way to the coordinator comes and goes has not. The
 * fewest engines leave without which none of these pairs is left: never the first, and of equals those with most such pairs, then
 * those with the least power. Whether an engine is lost that does not answer is {@code SeatWatch}'s matter. A stepped core,
 * used by the control thread only.
 */
public final class CutPairs {
    /** The most rounds: one may show engines that nobody had named, which all try in the next. */
    private static final int MOST_ROUNDS = 4;

    /** The most engines that a line names; it counts the rest. */
    private static final int MOST_NAMED = 3;

    private final Timing timing;
    private long inquiries;
    private int rounds;
    private Set<Integer> reached = Set.of(); // those that answered in the round before
    private @Nullable Inquiry inquiry;

    /** The question that all engines were asked. */
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

    /** Something to be done. */
    public sealed interface Wanted {}

    /** The order to tell all engines this. */
    public record Ask(EngineCommand.Probe probe) implements Wanted {}

    /**
     * The order to have engines leave, in one recovery.
     *
     * @param seats which, with why in words for the user
     */
    public record Leave(Map<Integer, String> seats) implements Wanted {}

    /** Makes the books of a run in which no engine has named another yet. */
    public CutPairs(Timing timing) {
        this.timing = timing;
    }

    /**
     * Takes what an engine says of those that it does not reach.
     *
     * @param engines all that take part
     * @param first the one that never leaves
     * @return what is to be done; null for nothing
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
        return null; // to an inquiry that is over, or to be said again after the one that goes on
    }

    /** Decides what is due, like {@link #told}. */
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
        reached = Set.copyOf(open.answers.keySet());
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

    /** The neighbours of each engine that has some: both are there, and the coordinator reaches both. */
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
