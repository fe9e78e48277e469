package org.moide.commlib.collective;

import java.util.ArrayList;
import java.util.List;

/**
 * The tree of engines below a root. It divides the engines in halves repeatedly; each half is led by the root if it
 * contains the root, otherwise by its first engine. Every branch is a contiguous range of engines, so its data is one
 * section of an array. The depth is the logarithm of the number of engines.
 *
 * @param parent the engine above, -1 for the root
 * @param start the first engine of this engine's branch
 * @param end the first engine after its branch
 * @param children from the largest branch to the smallest
 */
record Tree(int parent, int start, int end, List<Branch> children) {
    /** A child's branch: engines {@code start} to {@code end} − 1, led by {@code leader}. */
    record Branch(int leader, int start, int end) {}

    static Tree of(int engine, int root, int engines) {
        int start = 0;
        int end = engines;
        int leader = root;
        int parent = -1;
        while (leader != engine) {
            Branch other = otherHalf(start, end, leader);
            if (engine >= other.start && engine < other.end) {
                parent = leader;
                start = other.start;
                end = other.end;
                leader = other.leader;
            } else if (other.start == start) {
                start = other.end;
            } else {
                end = other.start;
            }
        }
        List<Branch> children = new ArrayList<>();
        int from = start;
        int to = end;
        while (to - from > 1) {
            Branch child = otherHalf(from, to, engine);
            children.add(child);
            if (child.start == from) {
                from = child.end;
            } else {
                to = child.start;
            }
        }
        return new Tree(parent, start, end, List.copyOf(children));
    }

    /** Returns the half of a range that does not contain its leader. */
    private static Branch otherHalf(int start, int end, int leader) {
        int middle = (start + end + 1) >>> 1;
        return leader < middle ? new Branch(middle, middle, end) : new Branch(start, start, middle);
    }
}
