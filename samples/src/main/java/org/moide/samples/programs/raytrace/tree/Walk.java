package org.moide.samples.programs.raytrace.tree;

import java.util.function.IntPredicate;

/**
 * The walk of a single ray through a tree. Of a node's children, those that the ray enters are visited, the nearest
 * first.
 *
 * <p>A shape counts as hit only if the ray enters the box of the shape's leaf, and enters it no later than it hits the
 * shape. Of two shapes at the same distance, the one in the lower slot counts. So the result does not depend on the
 * order in which nodes are visited.
 */
final class Walk {
    /** The largest possible number of nodes that wait on the stack: three of four children on each level. */
    static final int MOST_WAITING = (BoxTree.WIDTH - 1) * TreeBuilder.MOST_DEPTH + 1;

    private Walk() {}

    /** Finds the nearest shape within the probe's distance. */
    static void nearest(BoxTree tree, Slots slots, Probe probe) {
        float[] boxes = tree.boxes;
        int[] children = tree.children;
        int[] stack = probe.stack;
        int[] stackEntry = probe.stackEntry;
        int top = 0;
        int node = 0;
        while (true) {
            int waiting = top;
            for (int lane = 0; lane < BoxTree.WIDTH; lane++) {
                int entry = Slabs.enters(probe.slabs, 0, probe.turns, 0, boxes, BoxTree.STRIDE * node + lane);
                if (entry != Slabs.NEVER) {
                    int at = top++;
                    // The nearest comes last, to be taken first.
                    while (at > waiting && stackEntry[at - 1] < entry) {
                        stack[at] = stack[at - 1];
                        stackEntry[at] = stackEntry[at - 1];
                        at--;
                    }
                    stack[at] = children[BoxTree.WIDTH * node + lane];
                    stackEntry[at] = entry;
                }
            }
            while (true) {
                if (top == 0) {
                    return;
                }
                top--;
                if (stackEntry[top] <= Float.floatToRawIntBits(probe.slabs[Slabs.LIMIT])) {
                    int child = stack[top];
                    if (child >= 0) {
                        node = child;
                        break;
                    }
                    leaf(slots, probe, child, stackEntry[top]);
                }
            }
        }
    }

    private static void leaf(Slots slots, Probe probe, int leaf, int entry) {
        int first = BoxTree.leafFirst(leaf);
        int end = first + BoxTree.leafCount(leaf);
        Meeting meeting = probe.meeting;
        for (int slot = first; slot < end; slot++) {
            if (slots.meets(
                            slot,
                            probe.originX,
                            probe.originY,
                            probe.originZ,
                            probe.directionX,
                            probe.directionY,
                            probe.directionZ,
                            meeting)
                    && isNearer(meeting.distance, slot, probe.distance(), probe.slot())
                    && entry <= Float.floatToRawIntBits(Slabs.limit(meeting.distance))) {
                probe.meet(slot, meeting.distance, meeting.u, meeting.v);
            }
        }
    }

    static boolean isNearer(double distance, int slot, double best, int bestSlot) {
        return distance < best || (distance == best && slot < bestSlot);
    }

    /**
     * Passes every shape that the probe's ray meets within its distance to {@code crossing}, in no order of distance,
     * until {@code crossing} returns true.
     */
    static void all(BoxTree tree, Slots slots, Probe probe, Crossing crossing) {
        float[] boxes = tree.boxes;
        int[] children = tree.children;
        int[] stack = probe.stack;
        int[] stackEntry = probe.stackEntry;
        int top = 0;
        int node = 0;
        while (true) {
            for (int lane = 0; lane < BoxTree.WIDTH; lane++) {
                int entry = Slabs.enters(probe.slabs, 0, probe.turns, 0, boxes, BoxTree.STRIDE * node + lane);
                if (entry != Slabs.NEVER) {
                    int child = children[BoxTree.WIDTH * node + lane];
                    if (child < 0) {
                        if (crosses(slots, probe, child, entry, crossing)) {
                            return;
                        }
                    } else {
                        stack[top] = child;
                        stackEntry[top++] = entry;
                    }
                }
            }
            if (top == 0) {
                return;
            }
            node = stack[--top];
        }
    }

    /** Passes the slots of every leaf whose box is partly inside a shaft to {@code isEnough}, until it returns true. */
    static void inside(BoxTree tree, Shaft shaft, IntPredicate isEnough) {
        int[] children = tree.children;
        int[] stack = shaft.stack;
        int top = 0;
        int node = 0;
        while (true) {
            for (int lane = 0; lane < BoxTree.WIDTH; lane++) {
                int child = children[BoxTree.WIDTH * node + lane];
                if (child == BoxTree.NONE) {
                    break;
                }
                if (shaft.touches(tree.boxes, BoxTree.STRIDE * node + lane)) {
                    if (child >= 0) {
                        stack[top++] = child;
                    } else {
                        int first = BoxTree.leafFirst(child);
                        for (int slot = first; slot < first + BoxTree.leafCount(child); slot++) {
                            if (isEnough.test(slot)) {
                                return;
                            }
                        }
                    }
                }
            }
            if (top == 0) {
                return;
            }
            node = stack[--top];
        }
    }

    private static boolean crosses(Slots slots, Probe probe, int leaf, int entry, Crossing crossing) {
        int first = BoxTree.leafFirst(leaf);
        int end = first + BoxTree.leafCount(leaf);
        Meeting meeting = probe.meeting;
        for (int slot = first; slot < end; slot++) {
            if (slots.meets(
                            slot,
                            probe.originX,
                            probe.originY,
                            probe.originZ,
                            probe.directionX,
                            probe.directionY,
                            probe.directionZ,
                            meeting)
                    && meeting.distance < probe.distance()
                    && entry <= Float.floatToRawIntBits(Slabs.limit(meeting.distance))
                    && crossing.isEnough(slot, meeting)) {
                return true;
            }
        }
        return false;
    }
}
