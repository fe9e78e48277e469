package org.moide.commlib.collective;

import java.util.function.BinaryOperator;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.EngineLink.Sent;

/**
 * Joins what engines have, so that all have the outcome. Short ones by recursive doubling; of long ones each engine
 * joins a part, and then they give each other the parts. Either way an element's joins nest in the same way, so it has
 * the same bits.
 */
final class AllReduce {
    /** From here on sending everything in every round costs more than twice as many rounds. */
    static final long LONG_BYTES = 128 << 10;

    private final Stage stage;
    private final Rounds rounds;

    AllReduce(Stage stage) {
        this.stage = stage;
        this.rounds = stage.rounds();
    }

    /** Replaces {@code data} by the outcome. */
    void join(Slice data, Reduction reduction) {
        if (stage.engines() == 1) {
            return;
        }
        if (rounds.joins()) {
            stage.send(stage.engine() + 1, data);
            stage.receive(stage.engine() + 1, data);
            return;
        }
        Slice other = Slice.of(data.type().newArray(data.length()));
        if (rounds.isJoined()) {
            stage.receive(stage.engine() - 1, other);
            Reducer.join(data, other, reduction);
        }
        if (data.bytes() < LONG_BYTES) {
            for (int round = 0; round < rounds.count(); round++) {
                stage.exchange(rounds.partner(round), data, other);
                Reducer.join(data, other, reduction);
            }
        } else {
            inParts(data, other, reduction);
        }
        if (rounds.isJoined()) {
            stage.send(stage.engine() - 1, data);
        }
    }

    /** Each round halves the part that this engine joins; then the rounds go back and the part doubles. */
    private void inParts(Slice data, Slice other, Reduction reduction) {
        int[] starts = new int[rounds.count() + 1];
        int[] ends = new int[rounds.count() + 1];
        ends[0] = data.length();
        for (int round = 0; round < rounds.count(); round++) {
            int middle = (starts[round] + ends[round]) >>> 1;
            boolean upper = rounds.partnerIsLower(round);
            starts[round + 1] = upper ? middle : starts[round];
            ends[round + 1] = upper ? ends[round] : middle;
            Slice kept = between(data, starts[round + 1], ends[round + 1]);
            Slice given = upper ? between(data, starts[round], middle) : between(data, middle, ends[round]);
            Slice came = other.part(0, kept.length());
            stage.exchange(rounds.partner(round), given, came);
            Reducer.join(kept, came, reduction);
        }
        for (int round = rounds.count() - 1; round >= 0; round--) {
            Slice had = between(data, starts[round + 1], ends[round + 1]);
            Slice missing = starts[round] == starts[round + 1]
                    ? between(data, ends[round + 1], ends[round])
                    : between(data, starts[round], starts[round + 1]);
            stage.exchange(rounds.partner(round), had, missing);
        }
    }

    private static Slice between(Slice data, int start, int end) {
        return data.part(start, end - start);
    }

    /** The join of all engines' values, in the order of engines. */
    Object joinObjects(Object mine, BinaryOperator<Object> operator) {
        EngineLink link = stage.link();
        if (rounds.joins()) {
            stage.send(stage.engine() + 1, Slice.of(link.encode(mine)));
            return link.decode(stage.receiveBytes(stage.engine() + 1));
        }
        Object value = mine;
        if (rounds.isJoined()) {
            value = operator.apply(link.decode(stage.receiveBytes(stage.engine() - 1)), value);
        }
        for (int round = 0; round < rounds.count(); round++) {
            int partner = rounds.partner(round);
            Sent sent = stage.start(partner, Slice.of(link.encode(value)));
            Object theirs = link.decode(stage.receiveBytes(partner));
            sent.finish();
            value = rounds.partnerIsLower(round) ? operator.apply(theirs, value) : operator.apply(value, theirs);
        }
        if (rounds.isJoined()) {
            stage.send(stage.engine() - 1, Slice.of(link.encode(value)));
        }
        return value;
    }
}
