package org.moide.commlib.collective;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.EngineLink.Arrival;
import org.moide.commlib.collective.EngineLink.Sent;
import org.moide.commlib.collective.Tree.Branch;

/** Broadcast, scatter and gather among engines, along a {@link Tree}. */
final class Branches {
    /** The least number of engines for a broadcast in parts: with fewer engines, the tree alone sends no more data. */
    private static final int LEAST_FOR_PARTS = 4;

    private final Stage stage;
    private final Tree tree;

    Branches(Stage stage, int rootEngine) {
        this.stage = stage;
        this.tree = stage.tree(rootEngine);
    }

    /**
     * Sends the root's {@code data} down the tree; at every other engine, receives into {@code data} and passes it on.
     */
    void broadcast(Slice data) {
        if (stage.engines() >= LEAST_FOR_PARTS && data.bytes() >= stage.tuning().longBroadcastBytes()) {
            broadcastInParts(data);
            return;
        }
        if (tree.parent() >= 0) {
            stage.receive(tree.parent(), data);
        }
        passOn(data);
    }

    /**
     * Broadcasts in parts: the tree distributes one part to each engine, then all engines exchange their parts. The
     * root thus sends all data only once.
     */
    private void broadcastInParts(Slice data) {
        int[] starts = new int[stage.engines() + 1];
        for (int engine = 0; engine < starts.length; engine++) {
            starts[engine] = (int) ((long) data.length() * engine / stage.engines());
        }
        if (tree.parent() >= 0) {
            stage.receive(tree.parent(), between(data, starts[tree.start()], starts[tree.end()]));
        }
        List<Sent> sent = new ArrayList<>();
        for (Branch child : tree.children()) {
            sent.add(stage.start(child.leader(), between(data, starts[child.start()], starts[child.end()])));
        }
        sent.forEach(Sent::finish);
        new AllGather(stage).gather(data, starts);
    }

    private static Slice between(Slice data, int start, int end) {
        return data.part(start, end - start);
    }

    /**
     * Broadcasts bytes whose length the receivers do not know.
     *
     * @param mine the bytes at the root; ignored at other engines
     */
    byte[] broadcastBytes(byte[] mine) {
        byte[] bytes = tree.parent() >= 0 ? stage.receiveBytes(tree.parent()) : mine;
        passOn(Slice.of(bytes));
        return bytes;
    }

    private void passOn(Slice data) {
        List<Sent> sent = new ArrayList<>();
        for (Branch child : tree.children()) {
            sent.add(stage.start(child.leader(), data));
        }
        sent.forEach(Sent::finish);
    }

    /**
     * A piece of this engine's branch: the engine's own block, or the data that a child sent.
     *
     * @param start the first engine whose data the piece contains
     * @param length the number of elements
     * @param source copies the piece to the given slice
     */
    private record Piece(int start, long length, Consumer<Slice> source) {}

    /**
     * Collects the blocks of all engines at the root.
     *
     * @param type the type of all elements
     * @param length the length of this engine's block
     * @param own copies this engine's block into a slice of that length
     * @param all the slice that the root fills; ignored at other engines
     */
    void gather(ElementType type, long length, Consumer<Slice> own, Slice all) {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(new Piece(stage.engine(), length, own));
        List<Branch> children = tree.children();
        for (int i = children.size() - 1; i >= 0; i--) {
            Branch child = children.get(i);
            Arrival arrival = stage.take(child.leader());
            pieces.add(new Piece(child.start(), arrival.length(), arrival::into));
        }
        pieces.sort(Comparator.comparingInt(Piece::start));
        long total = pieces.stream().mapToLong(Piece::length).sum();
        boolean root = tree.parent() < 0;
        if (root && total != all.length()) {
            throw new IllegalArgumentException(stage.description() + ": expected the parts of all IDs to be "
                    + all.length() + " elements long together, as the root's array is, found " + total);
        }
        Slice target = root ? all : Slice.of(type.newArray(Math.toIntExact(total)));
        int at = 0;
        for (Piece piece : pieces) {
            piece.source.accept(target.part(at, (int) piece.length));
            at += (int) piece.length;
        }
        if (!root) {
            stage.send(tree.parent(), target);
        }
    }

    /**
     * Distributes the root's elements: first the lengths travel up the tree, then the data travels down.
     *
     * @param length the length of this engine's block
     * @param all the root's data; ignored at other engines
     * @return this engine's block, valid until this engine sends again
     */
    Slice scatter(ElementType type, long length, Slice all) {
        int count = tree.end() - tree.start();
        long[] lengths = new long[count];
        lengths[stage.engine() - tree.start()] = length;
        List<Branch> children = tree.children();
        for (int i = children.size() - 1; i >= 0; i--) {
            Branch child = children.get(i);
            stage.receive(child.leader(), Slice.of(lengths, child.start() - tree.start(), child.end() - child.start()));
        }
        long[] starts = new long[count + 1];
        for (int i = 0; i < count; i++) {
            starts[i + 1] = starts[i] + lengths[i];
        }
        Slice branch;
        if (tree.parent() < 0) {
            if (starts[count] != all.length()) {
                throw new IllegalArgumentException(stage.description() + ": expected the parts of all IDs to be "
                        + all.length() + " elements long together, as the root's array is, found " + starts[count]);
            }
            branch = all;
        } else {
            stage.send(tree.parent(), Slice.of(lengths));
            branch = Slice.of(type.newArray(Math.toIntExact(starts[count])));
            stage.receive(tree.parent(), branch);
        }
        List<Sent> sent = new ArrayList<>();
        for (Branch child : children) {
            sent.add(stage.start(child.leader(), engines(branch, starts, child.start(), child.end())));
        }
        sent.forEach(Sent::finish);
        return engines(branch, starts, stage.engine(), stage.engine() + 1);
    }

    private Slice engines(Slice branch, long[] starts, int from, int to) {
        int first = (int) starts[from - tree.start()];
        return branch.part(first, (int) starts[to - tree.start()] - first);
    }
}
