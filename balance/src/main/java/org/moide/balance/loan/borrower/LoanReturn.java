package org.moide.balance.loan.borrower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.Repetition;

/**
 * The messages by which one loan is returned: one message, or several parts and a last message. Each is repeated until
 * the lender acknowledges it. A result in parts is announced by an empty part. Each part is copied only when it is
 * sent, so memory holds the result only once.
 */
final class LoanReturn {
    private static final byte[] NOTHING = {};

    /** The part of the result and of the unfinished tasks that one message carries. */
    private record Cut(int from, int length, List<byte[]> tasks) {}

    private final LoanReturned whole;
    private final ArrayDeque<Cut> cuts = new ArrayDeque<>();
    private final Repetition repetition;
    private final int parts;
    private int sent; // parts acknowledged

    /** Divides the return into messages of about {@code partBytes}. */
    LoanReturn(LoanReturned whole, int partBytes, Repetition repetition) {
        this.whole = whole;
        this.repetition = repetition;
        List<byte[]> tasks = new ArrayList<>();
        long bytes = 0;
        for (byte[] task : whole.unfinished()) {
            if (!tasks.isEmpty() && bytes + task.length > partBytes) {
                cuts.add(new Cut(0, 0, tasks));
                tasks = new ArrayList<>();
                bytes = 0;
            }
            tasks.add(task);
            bytes += task.length;
        }
        int length = resultBytes();
        int from = 0;
        if (bytes + length > partBytes) {
            cuts.add(new Cut(0, 0, tasks));
            tasks = List.of();
            while (length - from > partBytes) {
                cuts.add(new Cut(from, partBytes, tasks));
                from += partBytes;
            }
        }
        this.parts = cuts.size();
        cuts.add(new Cut(from, length - from, tasks));
    }

    int resultBytes() {
        byte[] result = whole.result();
        return result == null ? 0 : result.length;
    }

    /** Returns the first message to send, and starts its repeats. */
    LoanMessage start(long nowNanos) {
        repetition.start(nowNanos);
        return message();
    }

    private LoanMessage message() {
        Cut cut = cuts.element();
        byte[] result = whole.result();
        if (sent < parts) {
            return new ReturnPart(whole.loan(), sent, resultBytes(), slice(result, cut), cut.tasks());
        }
        return new LoanReturned(
                whole.loan(),
                parts,
                result == null ? null : slice(result, cut),
                whole.executedTasks(),
                whole.createdTasks(),
                cut.tasks(),
                whole.wantedBy(),
                whole.failed(),
                whole.written(),
                whole.goingOn());
    }

    private static byte[] slice(byte @Nullable [] result, Cut cut) {
        if (result == null || cut.length() == 0) {
            return NOTHING;
        }
        return cut.length() == result.length
                ? result
                : Arrays.copyOfRange(result, cut.from(), cut.from() + cut.length());
    }

    /**
     * Takes the lender's acknowledgement of a part of the return.
     *
     * @return the next message; null if the acknowledgement was a repeat
     */
    @Nullable
    LoanMessage accepted(int part, long nowNanos) {
        if (sent < parts && part == sent) {
            boolean answered = cuts.remove().length() > 0 || resultBytes() == 0;
            sent++;
            if (answered) { // the answer to an announcement waits for room, so its time says nothing
                accepted(nowNanos);
            }
            return start(nowNanos);
        }
        return null;
    }

    /** Takes the acknowledgement of the last message of the return. */
    void accepted(long nowNanos) {
        repetition.answered(nowNanos);
    }

    /** Returns the message to send again now; null if no repeat is due. */
    @Nullable
    LoanMessage repeat(long nowNanos) {
        return repetition.isDue(nowNanos) ? message() : null;
    }

    long dueNanos() {
        return repetition.dueNanos();
    }
}
