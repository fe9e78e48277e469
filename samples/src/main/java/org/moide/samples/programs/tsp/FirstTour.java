package org.moide.samples.programs.tsp;

import java.util.List;

/**
 * Finds a good first tour. It joins the round trips of the assignment (Karp, 1979). But if there are ways that every
 * tour must use, it goes from each chain of such ways to the nearest chain that is left. Then it moves pieces of up to
 * three cities to places where they make the tour shorter, as long as that is possible.
 */
final class FirstTour {
    private static final int LONGEST_PIECE = 3;

    private final Distances distances;
    private final int[] successor;

    private FirstTour(Distances distances, int[] successor) {
        this.distances = distances;
        this.successor = successor;
    }

    static Tour of(Distances distances, Subproblem assignment) {
        FirstTour first = new FirstTour(distances, assignment.successors());
        if (distances.fixed().isEmpty()) {
            first.patch();
        } else {
            first.chain();
        }
        while (first.improve()) {}
        return Tour.following(distances, first.successor);
    }

    private void patch() {
        int size = distances.size();
        boolean[] joined = new boolean[size];
        join(0, joined);
        while (true) {
            int bestInside = -1;
            int bestOutside = -1;
            int least = Integer.MAX_VALUE;
            for (int inside = 0; inside < size; inside++) {
                for (int outside = 0; joined[inside] && outside < size; outside++) {
                    int detour = joined[outside] ? Integer.MAX_VALUE : detour(inside, outside);
                    if (detour < least) {
                        least = detour;
                        bestInside = inside;
                        bestOutside = outside;
                    }
                }
            }
            if (bestInside < 0) {
                return;
            }
            join(bestOutside, joined);
            int next = successor[bestInside];
            successor[bestInside] = successor[bestOutside];
            successor[bestOutside] = next;
        }
    }

    private void chain() {
        List<int[]> chains = distances.fixed().chains();
        boolean[] used = new boolean[chains.size()];
        int[] order = new int[successor.length];
        int count = 0;
        int next = 0;
        boolean backwards = false;
        while (next >= 0) {
            used[next] = true;
            int[] chain = chains.get(next);
            for (int i = 0; i < chain.length; i++) {
                order[count++] = chain[backwards ? chain.length - 1 - i : i];
            }
            next = -1;
            int least = Integer.MAX_VALUE;
            for (int other = 0; other < used.length; other++) {
                int[] there = chains.get(other);
                int ahead = distances.between(order[count - 1], there[0]);
                int back = distances.between(order[count - 1], there[there.length - 1]);
                boolean turned = !distances.fixed().isDirected() && back < ahead;
                if (!used[other] && (turned ? back : ahead) < least) {
                    least = turned ? back : ahead;
                    next = other;
                    backwards = turned;
                }
            }
        }
        for (int i = 0; i < order.length; i++) {
            successor[order[i]] = order[(i + 1) % order.length];
        }
    }

    private void join(int city, boolean[] joined) {
        for (int at = city; !joined[at]; at = successor[at]) {
            joined[at] = true;
        }
    }

    /** Returns by how much the length changes if two cities exchange their successors. */
    private int detour(int a, int b) {
        return distances.between(a, successor[b])
                + distances.between(b, successor[a])
                - distances.between(a, successor[a])
                - distances.between(b, successor[b]);
    }

    private boolean improve() {
        boolean improved = false;
        for (int before = 0; before < successor.length; before++) {
            for (int piece = 1; piece <= Math.min(LONGEST_PIECE, successor.length - 3); piece++) {
                improved |= move(before, piece);
            }
        }
        return improved;
    }

    /**
     * Moves the piece of {@code piece} cities that follows {@code before} to its best place. Returns whether that is a
     * different place.
     */
    private boolean move(int before, int piece) {
        boolean[] inPiece = new boolean[successor.length];
        int begin = successor[before];
        int end = before;
        for (int i = 0; i < piece; i++) {
            end = successor[end];
            inPiece[end] = true;
        }
        int after = successor[end];
        FixedWays fixed = distances.fixed();
        if (fixed.isFixed(before, begin) || fixed.isFixed(end, after)) {
            return false;
        }
        int saved = distances.between(before, begin) + distances.between(end, after) - distances.between(before, after);
        int best = -1;
        int least = saved;
        for (int city = 0; city < successor.length; city++) {
            if (!inPiece[city] && city != before && !fixed.isFixed(city, successor[city])) {
                int detour = distances.between(city, begin)
                        + distances.between(end, successor[city])
                        - distances.between(city, successor[city]);
                if (detour < least) {
                    least = detour;
                    best = city;
                }
            }
        }
        if (best < 0) {
            return false;
        }
        successor[before] = after;
        successor[end] = successor[best];
        successor[best] = begin;
        return true;
    }
}
