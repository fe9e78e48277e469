package org.moide.commlib.collective;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.EngineLink.Sent;

/**
 * The allGather among engines: afterwards every engine has the blocks of all engines. In each round, pairs of engines
 * exchange all blocks that they know. If the number of engines is not a power of two, that would send some blocks
 * twice, so long data travels around a ring.
 */
final class AllGather {
    private final Stage stage;
    private final Rounds rounds;

    AllGather(Stage stage) {
        this.stage = stage;
        this.rounds = stage.rounds();
    }

    /**
     * Finds where each engine's block starts in the whole array; the last entry is the end of the array.
     *
     * @param own the length of this engine's block
     * @throws IllegalArgumentException if the lengths of all blocks do not add up to {@code total}
     */
    int[] blockStarts(long own, int total) {
        long[] lengths = new long[stage.engines()];
        lengths[stage.engine()] = own;
        if (lengths.length == 2) {
            // The rest must be the other engine's block. If its length differs, that shows when its data arrives.
            lengths[1 - stage.engine()] = Math.max(0, total - own);
        } else {
            new AllReduce(stage).join(Slice.of(lengths), Reduction.SUM);
        }
        long sum = Arrays.stream(lengths).sum();
        checkSum(sum, total);
        int[] starts = new int[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) {
            starts[i + 1] = starts[i] + (int) lengths[i];
        }
        return starts;
    }

    /**
     * Fills {@code all} with the blocks of all engines; at the call it contains only this engine's block.
     *
     * @param starts where each engine's block starts, then the end of the last block
     */
    void gather(Slice all, int[] starts) {
        if (stage.engines() == 1) {
            return;
        }
        int engine = stage.engine();
        if (Integer.bitCount(stage.engines()) > 1
                && all.bytes() >= stage.tuning().longGatherBytes()) {
            aroundTheRing(all, starts);
            return;
        }
        if (rounds.joins()) {
            stage.send(engine + 1, blocks(all, starts, engine, engine + 1));
            stage.receive(engine + 1, all);
            return;
        }
        if (rounds.isJoined()) {
            stage.receive(engine - 1, blocks(all, starts, engine - 1, engine));
        }
        for (int round = 0; round < rounds.count(); round++) {
            stage.exchange(
                    rounds.partner(round),
                    blocks(all, starts, rounds.runStart(round), rounds.runEnd(round)),
                    blocks(all, starts, rounds.partnerRunStart(round), rounds.partnerRunEnd(round)));
        }
        if (rounds.isJoined()) {
            stage.send(engine - 1, all);
        }
    }

    /**
     * Fills {@code all} with the blocks that all engines leave in the hall.
     *
     * @param own this engine's block
     * @throws IllegalArgumentException if the lengths of all blocks do not add up to that of {@code all}
     */
    void inHall(Hall hall, Slice own, Slice all) {
        stage.meet(hall, own);
        long sum = 0;
        for (int engine = 0; engine < stage.engines(); engine++) {
            sum += Math.max(0, Math.min(hall.length(engine), Integer.MAX_VALUE));
        }
        checkSum(sum, all.length());
        int at = 0;
        for (int engine = 0; engine < stage.engines(); engine++) {
            int length = (int) Math.max(0, Math.min(hall.length(engine), all.length() - at));
            stage.copy(hall, engine, all.part(at, length));
            at += length;
        }
    }

    private void checkSum(long sum, int total) {
        if (sum != total) {
            throw new IllegalArgumentException(stage.description()
                    + ": expected the parts of all IDs to be as long together, found " + sum + " elements");
        }
    }

    /**
     * Passes blocks around a ring: in every step, each engine passes the block that it received last to the next
     * engine. So no block is sent twice from one engine to another.
     */
    private void aroundTheRing(Slice all, int[] starts) {
        int engines = stage.engines();
        int next = (stage.engine() + 1) % engines;
        int previous = (stage.engine() + engines - 1) % engines;
        int known = stage.engine();
        for (int step = 1; step < engines; step++) {
            int coming = (known + engines - 1) % engines;
            Sent sent = stage.start(next, blocks(all, starts, known, known + 1));
            stage.receive(previous, blocks(all, starts, coming, coming + 1));
            sent.finish();
            known = coming;
        }
    }

    private static Slice blocks(Slice all, int[] starts, int from, int to) {
        return all.part(starts[from], starts[to] - starts[from]);
    }

    /**
     * Fills {@code blocks} with the blocks of all engines, which are bytes of any length; at the call it contains only
     * this engine's block.
     */
    void gatherBytes(byte[][] blocks) {
        if (stage.engines() == 1) {
            return;
        }
        int engine = stage.engine();
        if (rounds.joins()) {
            stage.send(engine + 1, Slice.of(frame(blocks, engine, engine + 1)));
            unframe(stage.receiveBytes(engine + 1), blocks, 0, stage.engines());
            return;
        }
        if (rounds.isJoined()) {
            unframe(stage.receiveBytes(engine - 1), blocks, engine - 1, engine);
        }
        for (int round = 0; round < rounds.count(); round++) {
            int partner = rounds.partner(round);
            Sent sent = stage.start(partner, Slice.of(frame(blocks, rounds.runStart(round), rounds.runEnd(round))));
            unframe(stage.receiveBytes(partner), blocks, rounds.partnerRunStart(round), rounds.partnerRunEnd(round));
            sent.finish();
        }
        if (rounds.isJoined()) {
            stage.send(engine - 1, Slice.of(frame(blocks, 0, stage.engines())));
        }
    }

    private static byte[] frame(byte[][] blocks, int from, int to) {
        int total = 0;
        for (int i = from; i < to; i++) {
            total = Math.addExact(total, Math.addExact(Integer.BYTES, blocks[i].length));
        }
        ByteBuffer frame = ByteBuffer.allocate(total);
        for (int i = from; i < to; i++) {
            frame.putInt(blocks[i].length).put(blocks[i]);
        }
        return frame.array();
    }

    private static void unframe(byte[] bytes, byte[][] blocks, int from, int to) {
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        for (int i = from; i < to; i++) {
            blocks[i] = new byte[frame.getInt()];
            frame.get(blocks[i]);
        }
    }
}
