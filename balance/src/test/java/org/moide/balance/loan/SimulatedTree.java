package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;
import org.moide.balance.simulation.TaskCodes;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.Workload;

/**
 * A tree of tasks that create tasks, drawn from a seed. By the hash of a subtree, a test sees whether one of its tasks
 * was missed.
 */
final class SimulatedTree {
    /** The size of an encoded task, in bytes. */
    private static final int SIZE = Integer.BYTES;

    private final List<int[]> children = new ArrayList<>();
    private final List<Long> costs = new ArrayList<>();
    private final long[] ownHashes;
    private final long[] subtreeHashes;
    private final BitSet fragile = new BitSet();
    private final int roots;
    private double @Nullable [] priorities;
    private final BagWorkload workload;

    SimulatedTree(RandomGenerator random) {
        int limit = 1 + random.nextInt(random.nextInt(4) == 0 ? 400 : 120);
        boolean dynamic = random.nextInt(4) != 0;
        roots = dynamic ? 1 + random.nextInt(Math.max(1, limit / 8)) : limit;
        int most = 1 + random.nextInt(6);
        double branching = random.nextDouble(0.9, 2.5) / most;
        long costNanos = (long) Math.pow(10, random.nextDouble(3.5, 7));
        int count = roots;
        for (int node = 0; node < count; node++) {
            List<Integer> own = new ArrayList<>();
            while (dynamic && own.size() < most && count < limit) {
                if (random.nextDouble() < branching) {
                    own.add(count++);
                } else {
                    break;
                }
            }
            children.add(own.stream().mapToInt(Integer::intValue).toArray());
            double outlier = random.nextInt(20) == 0 ? 20 : 1;
            costs.add(1 + (long) (costNanos * outlier * -Math.log(1 - random.nextDouble())));
        }
        ownHashes = new long[count];
        subtreeHashes = new long[count];
        drawHashes(random);
        workload = newWorkload();
    }

    private void drawHashes(RandomGenerator random) {
        for (int node = ownHashes.length - 1; node >= 0; node--) { // children have larger numbers than their parents
            ownHashes[node] = random.nextLong();
            subtreeHashes[node] = ownHashes[node];
            for (int child : children.get(node)) {
                subtreeHashes[node] += subtreeHashes[child];
            }
        }
    }

    /** Makes a tree of a few tasks that take milliseconds each, and some of which put others. */
    static SimulatedTree ofLongTasks(RandomGenerator random) {
        int roots = 1 + random.nextInt(24);
        int count = roots;
        List<int[]> children = new ArrayList<>();
        List<Long> costs = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            int[] own = new int[node < roots && random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 0];
            for (int child = 0; child < own.length; child++) {
                own[child] = count++;
            }
            children.add(own);
            costs.add((long) Math.pow(10, random.nextDouble(6.5, 9)));
        }
        SimulatedTree tree = new SimulatedTree(children, costs, roots);
        tree.drawHashes(random);
        return tree;
    }

    /**
     * Makes a tree of {@code depth} levels in which every task puts {@code branching} others and takes the same time.
     */
    static SimulatedTree regular(int depth, int branching, long costNanos) {
        List<int[]> children = new ArrayList<>();
        List<Long> costs = new ArrayList<>();
        int count = 1;
        int levelEnd = 1;
        int level = 0;
        for (int node = 0; node < count; node++) {
            if (node == levelEnd) {
                level++;
                levelEnd = count;
            }
            int[] own = new int[level < depth ? branching : 0];
            for (int child = 0; child < own.length; child++) {
                own[child] = count++;
            }
            children.add(own);
            costs.add(costNanos);
        }
        return new SimulatedTree(children, costs, 1);
    }

    private SimulatedTree(List<int[]> children, List<Long> costs, int roots) {
        this.children.addAll(children);
        this.costs.addAll(costs);
        this.roots = roots;
        this.ownHashes = new long[costs.size()];
        this.subtreeHashes = new long[costs.size()];
        this.workload = newWorkload();
    }

    private BagWorkload newWorkload() {
        int[] parents = new int[children.size()];
        Arrays.fill(parents, Workload.NO_PARENT);
        for (int node = 0; node < parents.length; node++) {
            for (int child : children.get(node)) {
                parents[child] = node;
            }
        }
        long[] nanos = costs.stream().mapToLong(Long::longValue).toArray();
        return new BagWorkload("a tree", parents, nanos, SIZE);
    }

    BagWorkload workload() {
        return workload;
    }

    int size() {
        return children.size();
    }

    int roots() {
        return roots;
    }

    /** Makes some tasks of the tree throw an exception. Whether that is done at all depends on {@code random}. */
    SimulatedTree withFragileTasks(RandomGenerator random) {
        int fragilePercent = random.nextInt(3) == 0 ? random.nextInt(30) : 0;
        for (int node = 0; node < size(); node++) {
            fragile.set(node, random.nextInt(100) < fragilePercent);
        }
        return this;
    }

    /**
     * Gives the tasks of the tree priorities, of only a few different values. Whether that is done at all depends on
     * {@code random}.
     */
    SimulatedTree withPriorities(RandomGenerator random) {
        if (random.nextInt(3) == 0) {
            int different = 1 + random.nextInt(20);
            priorities =
                    random.ints(size(), -different, different).asDoubleStream().toArray();
        }
        return this;
    }

    /** Returns the priority with which a task is queued; NaN for none. */
    double priority(int node) {
        double[] known = priorities;
        return known == null ? TaskHead.NO_PRIORITY : known[node];
    }

    /** Encodes a task as {@code createTasks} does. */
    byte[] encodedRoot(int node) {
        return TaskHead.of(TaskClass.NONE, priority(node), encode(node));
    }

    /** Returns whether this task sometimes throws at its end. */
    boolean isFragile(int node) {
        return fragile.get(node);
    }

    int[] children(int node) {
        return children.get(node);
    }

    int childCount(int node) {
        return children(node).length;
    }

    long serialNanos() {
        return costs.stream().mapToLong(Long::longValue).sum();
    }

    long ownHash(int node) {
        return ownHashes[node];
    }

    /** Returns the sum of the hashes of a task and all its descendants, by which a missing task is noticed. */
    long subtreeHash(int node) {
        return subtreeHashes[node];
    }

    static byte[] encode(int node) {
        return TaskCodes.encode(node);
    }

    static int decode(byte[] encoded) {
        return TaskCodes.decode(encoded);
    }

    static byte[] encodeAll(List<Integer> nodes) {
        byte[] all = new byte[SIZE * nodes.size()];
        for (int index = 0; index < nodes.size(); index++) {
            System.arraycopy(encode(nodes.get(index)), 0, all, SIZE * index, SIZE);
        }
        return all;
    }

    static List<Integer> decodeAll(byte[] bytes) {
        List<Integer> nodes = new ArrayList<>();
        for (int index = 0; index < bytes.length; index += SIZE) {
            nodes.add(decode(Arrays.copyOfRange(bytes, index, index + SIZE)));
        }
        return nodes;
    }
}
