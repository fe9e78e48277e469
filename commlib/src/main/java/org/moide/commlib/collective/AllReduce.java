package org.moide.commlib.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.collective.EngineLink.Sent;

/**
 * The allReduce among engines: combines the engines' data so that every engine has the result. Short data takes
 * recursive doubling. For long data, each engine combines one part, and then the engines exchange the parts. Both ways
 * nest the operations on an element in the same way, so they give the same bits. So does the third way, short data in the
 * hall of a host.
 */
final class AllReduce {
    /**
     * The length of data up to which engines of one host leave it in their hall and each combines all of it: for longer
     * data, that takes more time than the meetings in pairs.
     */
    private static final int HALL_BYTES = 16 * 1024;

    private final Stage stage;
    private final Rounds rounds;

    AllReduce(Stage stage) {
        this.stage = stage;
        this.rounds = stage.rounds();
    }

    /** Replaces {@code data} by the combination of all engines' data. */
    void join(Slice data, Reduction reduction) {
        if (stage.engines() == 1) {
            return;
        }
        Hall hall = data.bytes() <= HALL_BYTES ? stage.hall() : null;
        if (hall != null) {
            inHall(hall, data, reduction);
            return;
        }
        boolean whole = data.bytes() < stage.tuning().longReduceBytes();
        int segment = whole
                ? data.length()
                : Math.min(
                        data.length(),
                        stage.tuning().segmentBytes() / data.type().bytes());
        if (rounds.joins()) {
            finish(start(stage.engine() + 1, data, segment));
            stage.receive(stage.engine() + 1, data);
            return;
        }
        if (rounds.isJoined()) {
            receiveAndJoin(stage.engine() - 1, data, segment, reduction);
        }
        if (whole) {
            Slice came = Slice.of(data.type().newArray(segment));
            for (int round = 0; round < rounds.count(); round++) {
                stage.exchange(rounds.partner(round), data, came);
                Reducer.join(data, came, reduction);
            }
        } else {
            inParts(data, segment, reduction);
        }
        if (rounds.isJoined()) {
            stage.send(stage.engine() - 1, data);
        }
    }

    /** Combines what all engines leave in the hall, in the order in which they would meet in pairs. */
    private void inHall(Hall hall, Slice data, Reduction reduction) {
        stage.meet(hall, data);
        int length = data.length();
        Slice all = Slice.of(data.type().newArray(stage.engines() * length));
        for (int engine = 0; engine < stage.engines(); engine++) {
            stage.copy(hall, engine, all.part(engine * length, length));
        }
        rounds.inOrder((into, from) ->
                Reducer.join(all.part(into * length, length), all.part(from * length, length), reduction));
        Slices.copy(all.part(rounds.last() * length, length), data);
    }

    /**
     * Combines long data in parts: each round halves the part that this engine combines. Then the rounds run backwards
     * and the combined part doubles.
     */
    private void inParts(Slice data, int segment, Reduction reduction) {
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
            List<Sent> sent = start(rounds.partner(round), given, segment);
            receiveAndJoin(rounds.partner(round), kept, segment, reduction);
            finish(sent);
        }
        for (int round = rounds.count() - 1; round >= 0; round--) {
            Slice had = between(data, starts[round + 1], ends[round + 1]);
            Slice missing = starts[round] == starts[round + 1]
                    ? between(data, ends[round + 1], ends[round])
                    : between(data, starts[round], starts[round + 1]);
            stage.exchange(rounds.partner(round), had, missing);
        }
    }

    /**
     * Begins to send data in segments, so that the receiver can combine one segment while the next is on its way.
     * Sends at least one segment, even of empty data.
     */
    private List<Sent> start(int to, Slice data, int segment) {
        List<Sent> sent = new ArrayList<>();
        int at = 0;
        do {
            int length = Math.min(segment, data.length() - at);
            sent.add(stage.start(to, data.part(at, length)));
            at += length;
        } while (at < data.length());
        return sent;
    }

    private static void finish(List<Sent> sent) {
        sent.forEach(Sent::finish);
    }

    /** Receives the segments that {@link #start} sends, and combines each with {@code data} as it arrives. */
    private void receiveAndJoin(int from, Slice data, int segment, Reduction reduction) {
        int at = 0;
        do {
            int length = Math.min(segment, data.length() - at);
            stage.join(from, data.part(at, length), reduction);
            at += length;
        } while (at < data.length());
    }

    private static Slice between(Slice data, int start, int end) {
        return data.part(start, end - start);
    }

    /** Returns the combination of all engines' values, in the order of engines. */
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
