package org.moide.coordinator.reconfigure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds a minimum vertex cover of a graph: the smallest set of vertices such that each edge has an end in it. Branch
 * and bound: either the vertex with the most edges is in the cover, or all its neighbours are. The same graph always
 * gives the same cover.
 */
final class SmallestCover {
    /**
     * The limit on the number of steps for a connected part of the graph. Parts of up to some twenty vertices, stars,
     * and complete bipartite graphs need fewer steps. For a larger part the search returns the smallest cover that it
     * has found within the limit.
     */
    private static final int MOST_STEPS = 20_000;

    private final Map<Integer, Integer> ranks;
    private List<Integer> best = List.of(); // the ranks of its vertices
    private boolean found;
    private int steps;

    private SmallestCover(Map<Integer, Integer> ranks) {
        this.ranks = ranks;
    }

    /**
     * Finds a minimum vertex cover.
     *
     * @param edges for each vertex its neighbours; each edge is listed at both ends
     * @param kept a vertex that must not be in the cover, so that all its neighbours are; a number that no vertex has
     *     if there is no such vertex
     * @param order decides between covers of equal size and equally many edges: the cover whose vertices come first
     *     wins
     */
    static Set<Integer> of(Map<Integer, Set<Integer>> edges, int kept, Comparator<Integer> order) {
        Set<Integer> cover = new TreeSet<>(edges.getOrDefault(kept, Set.of()));
        Map<Integer, Set<Integer>> left = without(edges, cover);
        List<Integer> ranked = new ArrayList<>(edges.keySet());
        ranked.sort(Comparator.<Integer>comparingInt(
                        vertex -> -edges.getOrDefault(vertex, Set.of()).size())
                .thenComparing(order));
        Map<Integer, Integer> ranks = new HashMap<>();
        ranked.forEach(vertex -> ranks.put(vertex, ranks.size()));
        for (Map<Integer, Set<Integer>> part : parts(left)) {
            SmallestCover search = new SmallestCover(ranks);
            search.branch(part, new TreeSet<>());
            search.best.forEach(rank -> cover.add(ranked.get(rank)));
        }
        return cover;
    }

    /** Returns the graph without these vertices, and without vertices that have no edge then. */
    private static Map<Integer, Set<Integer>> without(Map<Integer, Set<Integer>> edges, Set<Integer> gone) {
        Map<Integer, Set<Integer>> left = new HashMap<>();
        edges.forEach((vertex, neighbours) -> {
            Set<Integer> still = new TreeSet<>(neighbours);
            still.removeAll(gone);
            if (!gone.contains(vertex) && !still.isEmpty()) {
                left.put(vertex, still);
            }
        });
        return left;
    }

    private static List<Map<Integer, Set<Integer>>> parts(Map<Integer, Set<Integer>> edges) {
        List<Map<Integer, Set<Integer>>> parts = new ArrayList<>();
        Set<Integer> seen = new TreeSet<>();
        for (int begin : new TreeSet<>(edges.keySet())) {
            Map<Integer, Set<Integer>> part = new HashMap<>();
            Deque<Integer> open = new ArrayDeque<>();
            if (seen.add(begin)) {
                open.add(begin);
            }
            for (Integer vertex = open.poll(); vertex != null; vertex = open.poll()) {
                Set<Integer> neighbours = edges.getOrDefault(vertex, Set.of());
                part.put(vertex, neighbours);
                neighbours.stream().filter(seen::add).forEach(open::add);
            }
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return parts;
    }

    /**
     * Tries both choices for a vertex recursively, and keeps the best cover found.
     *
     * @param left the graph that is not covered yet
     * @param chosen the ranks of the vertices that have been chosen for the cover so far
     */
    private void branch(Map<Integer, Set<Integer>> left, Set<Integer> chosen) {
        if (found && (chosen.size() > best.size() || ++steps > MOST_STEPS)) {
            return;
        }
        Integer vertex = mostConnected(left);
        if (vertex == null) {
            take(List.copyOf(chosen));
            return;
        }
        Set<Integer> neighbours = left.getOrDefault(vertex, Set.of());
        branch(without(left, Set.of(vertex)), with(chosen, Set.of(vertex)));
        branch(without(left, neighbours), with(chosen, neighbours));
    }

    private Set<Integer> with(Set<Integer> chosen, Set<Integer> more) {
        Set<Integer> both = new TreeSet<>(chosen);
        more.forEach(vertex -> both.add(ranks.getOrDefault(vertex, 0)));
        return both;
    }

    private @Nullable Integer mostConnected(Map<Integer, Set<Integer>> left) {
        return left.keySet().stream()
                .min(Comparator.<Integer>comparingInt(
                                vertex -> -left.getOrDefault(vertex, Set.of()).size())
                        .thenComparing(vertex -> ranks.getOrDefault(vertex, 0)))
                .orElse(null);
    }

    private void take(List<Integer> cover) {
        if (!found || cover.size() < best.size() || (cover.size() == best.size() && isBefore(cover, best))) {
            best = cover;
            found = true;
        }
    }

    private static boolean isBefore(List<Integer> one, List<Integer> other) {
        for (int place = 0; place < one.size(); place++) {
            int compared = Integer.compare(one.get(place), other.get(place));
            if (compared != 0) {
                return compared < 0;
            }
        }
        return false;
    }
}
