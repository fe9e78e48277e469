package org.moide.samples.programs.raytrace.tree;

import org.jspecify.annotations.Nullable;

/**
 * The walk of a packet of rays through a tree (ranged traversal: Overbeck, Ramamoorthi and Mark 2008). A node is
 * visited if at least one ray enters it. Below the node, only the first such ray and those after it are tested.
 */
final class PacketWalk {
    private final BoxTree tree;
    private final Slots slots;
    private final Packet packet;
    private final @Nullable Blocking blocking;

    PacketWalk(BoxTree tree, Slots slots, Packet packet, @Nullable Blocking blocking) {
        this.tree = tree;
        this.slots = slots;
        this.packet = packet;
        this.blocking = blocking;
    }

    void run() {
        int count = packet.count();
        if (count == 0) {
            return;
        }
        packet.begin();
        float[] boxes = tree.boxes;
        int[] children = tree.children;
        int[] stack = packet.stack;
        int[] stackFirst = packet.stackFirst;
        int[] stackEntry = packet.stackEntry;
        int top = 0;
        int node = 0;
        int first = 0;
        while (true) {
            int waiting = top;
            for (int lane = 0; lane < BoxTree.WIDTH; lane++) {
                if (children[BoxTree.WIDTH * node + lane] == BoxTree.NONE) {
                    break;
                }
                int box = BoxTree.STRIDE * node + lane;
                int into = packet.firstInto(boxes, box, first);
                if (into < count) {
                    int entry = packet.entry;
                    int at = top++;
                    // The nearest comes last, to be taken first.
                    while (at > waiting && stackEntry[at - 1] < entry) {
                        stack[at] = stack[at - 1];
                        stackFirst[at] = stackFirst[at - 1];
                        stackEntry[at] = stackEntry[at - 1];
                        at--;
                    }
                    stack[at] = BoxTree.WIDTH * node + lane;
                    stackFirst[at] = into;
                    stackEntry[at] = entry;
                }
            }
            while (true) {
                if (top == 0 || packet.going == 0) {
                    return;
                }
                int place = stack[--top];
                int box = place / BoxTree.WIDTH * BoxTree.STRIDE + place % BoxTree.WIDTH;
                first = packet.firstInto(boxes, box, stackFirst[top]);
                if (first < count) {
                    int child = children[place];
                    if (child >= 0) {
                        node = child;
                        break;
                    }
                    int slot = BoxTree.leafFirst(child);
                    int end = slot + BoxTree.leafCount(child);
                    for (; slot < end; slot++) {
                        packet.meet(slots, slot, first, boxes, box, blocking);
                    }
                }
            }
        }
    }
}
