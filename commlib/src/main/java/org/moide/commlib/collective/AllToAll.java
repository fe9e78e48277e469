package org.moide.commlib.collective;

import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.EngineLink.Sent;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.registration.Registration.Member;

/**
 * The allToAll among engines: gives every ID the parts that all IDs have for it. In each step, an engine packs its
 * threads' data for the threads of one engine, and unpacks the data of another engine. Used by the thread that acts
 * for the engine.
 */
final class AllToAll {
    private final Stage stage;
    private final Registration registration;
    private final Board board;
    private final boolean equal;

    /** The parts that one thread sends and receives, in the order of IDs: part i begins at {@code starts[i]}. */
    static final class Cut {
        private final int[] outStarts;
        private final int[] inStarts;

        private Cut(int[] outStarts, int[] inStarts) {
            this.outStarts = outStarts;
            this.inStarts = inStarts;
        }

        static Cut equal(int ids, int total) {
            int[] starts = new int[ids + 1];
            for (int id = 0; id <= ids; id++) {
                starts[id] = total / ids * id;
            }
            return new Cut(starts, starts);
        }

        static Cut of(int[] outCounts, int[] inCounts) {
            return new Cut(starts(outCounts), starts(inCounts));
        }

        private static int[] starts(int[] counts) {
            int[] starts = new int[counts.length + 1];
            for (int id = 0; id < counts.length; id++) {
                starts[id + 1] = Math.addExact(starts[id], counts[id]);
            }
            return starts;
        }

        int outLength() {
            return outStarts[outStarts.length - 1];
        }

        int inLength() {
            return inStarts[inStarts.length - 1];
        }
    }

    /**
     * Creates the exchange for one call of allToAll.
     *
     * @param equal whether all parts have the same length, so that no lengths need be sent
     */
    AllToAll(Stage stage, Registration registration, Board board, boolean equal) {
        this.stage = stage;
        this.registration = registration;
        this.board = board;
        this.equal = equal;
    }

    /**
     * Performs the exchange. Reads the first slice of each thread's {@link Board.Contribution}, and fills its second
     * slice.
     */
    void run(ElementType type) {
        Member self = registration.engines().get(stage.engine());
        withinEngine(self);
        int engines = stage.engines();
        for (int step = 1; step < engines; step++) {
            Member to = registration.engines().get((stage.engine() + step) % engines);
            Member from = registration.engines().get((stage.engine() - step + engines) % engines);
            Sent lengths = equal ? () -> {} : stage.start(to.engine(), Slice.of(lengthsFor(to)));
            Sent data = stage.start(to.engine(), pack(type, to));
            if (!equal) {
                int[] found = new int[from.threads() * self.threads()];
                stage.receive(from.engine(), Slice.of(found));
                check(from, self, found);
            }
            unpack(type, from);
            lengths.finish();
            data.finish();
        }
    }

    private void withinEngine(Member self) {
        if (!equal) {
            check(self, self, lengthsFor(self));
        }
        for (int giver = 0; giver < board.threads(); giver++) {
            for (int taker = 0; taker < board.threads(); taker++) {
                Slices.copy(out(giver, self.firstId() + taker), in(taker, self.firstId() + giver));
            }
        }
    }

    private Cut cut(int thread) {
        if (board.of(thread).value() instanceof Cut cut) {
            return cut;
        }
        throw new IllegalStateException("expected how thread " + thread + " cuts its slices, found nothing");
    }

    private Slice out(int thread, int toId) {
        int[] starts = cut(thread).outStarts;
        return board.of(thread).first().part(starts[toId], starts[toId + 1] - starts[toId]);
    }

    private Slice in(int thread, int fromId) {
        int[] starts = cut(thread).inStarts;
        return board.of(thread).second().part(starts[fromId], starts[fromId + 1] - starts[fromId]);
    }

    /**
     * Returns the lengths of all parts for an engine: for each sending thread in order, one entry for each receiving
     * thread.
     */
    private int[] lengthsFor(Member to) {
        int[] lengths = new int[board.threads() * to.threads()];
        int at = 0;
        for (int giver = 0; giver < board.threads(); giver++) {
            for (int taker = 0; taker < to.threads(); taker++) {
                lengths[at++] = out(giver, to.firstId() + taker).length();
            }
        }
        return lengths;
    }

    private void check(Member from, Member self, int[] found) {
        int at = 0;
        for (int giver = 0; giver < from.threads(); giver++) {
            for (int taker = 0; taker < self.threads(); taker++) {
                int expected = in(taker, from.firstId() + giver).length();
                if (found[at] != expected) {
                    throw new IllegalArgumentException(stage.description() + ": expected " + expected
                            + " elements from ID " + (from.firstId() + giver) + " at ID " + (self.firstId() + taker)
                            + ", found " + found[at]);
                }
                at++;
            }
        }
    }

    private Slice pack(ElementType type, Member to) {
        int total = 0;
        for (int length : lengthsFor(to)) {
            total = Math.addExact(total, length);
        }
        Slice packed = Slice.of(type.newArray(total));
        int at = 0;
        for (int giver = 0; giver < board.threads(); giver++) {
            for (int taker = 0; taker < to.threads(); taker++) {
                Slice part = out(giver, to.firstId() + taker);
                Slices.copy(part, packed.part(at, part.length()));
                at += part.length();
            }
        }
        return packed;
    }

    private void unpack(ElementType type, Member from) {
        int total = 0;
        for (int giver = 0; giver < from.threads(); giver++) {
            for (int taker = 0; taker < board.threads(); taker++) {
                total = Math.addExact(total, in(taker, from.firstId() + giver).length());
            }
        }
        Slice packed = Slice.of(type.newArray(total));
        stage.receive(from.engine(), packed);
        int at = 0;
        for (int giver = 0; giver < from.threads(); giver++) {
            for (int taker = 0; taker < board.threads(); taker++) {
                Slice part = in(taker, from.firstId() + giver);
                Slices.copy(packed.part(at, part.length()), part);
                at += part.length();
            }
        }
    }
}
