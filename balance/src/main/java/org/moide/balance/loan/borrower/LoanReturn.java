package org.moide.balance.loan.borrower;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.Repetition;

/** A loan on its way home: one message, or some parts before it, each repeated until the lender has it. */
final class LoanReturn {
    private static final byte[] NOTHING = {};

    private final ArrayDeque<LoanMessage> messages = new ArrayDeque<>();
    private final Repetition repetition;

    /** The whole return, cut into messages of about {@code partBytes}. */
    LoanReturn(LoanReturned whole, int partBytes, Repetition repetition) {
        this.repetition = repetition;
        int parts = 0;
        List<byte[]> tasks = new ArrayList<>();
        long bytes = 0;
        for (byte[] task : whole.unfinished()) {
            if (!tasks.isEmpty() && bytes + task.length > partBytes) {
                messages.add(new ReturnPart(whole.loan(), parts++, NOTHING, tasks));
                tasks = new ArrayList<>();
                bytes = 0;
            }
            tasks.add(task);
            bytes += task.length;
        }
        byte[] result = whole.result();
        int from = 0;
        while (result != null && bytes + result.length - from > partBytes && result.length - from > 0) {
            int length = (int) Math.min(result.length - from, Math.max(0, partBytes - bytes));
            byte[] slice = Arrays.copyOfRange(result, from, from + length);
            messages.add(new ReturnPart(whole.loan(), parts++, slice, tasks));
            tasks = List.of();
            bytes = 0;
            from += length;
        }
        byte[] rest = result == null || from == 0 ? result : Arrays.copyOfRange(result, from, result.length);
        messages.add(new LoanReturned(
                whole.loan(),
                parts,
                rest,
                whole.executedTasks(),
                whole.createdTasks(),
                tasks,
                whole.wantedBy(),
                whole.failed(),
                whole.written()));
    }

    /** What is to be sent first, or next. */
    LoanMessage start(long nowNanos) {
        repetition.start(nowNanos);
        return Objects.requireNonNull(messages.peek(), "a message");
    }

    /** The lender has this part: what is to be sent next; null if that was known. */
    @Nullable
    LoanMessage accepted(int part, long nowNanos) {
        if (messages.peek() instanceof ReturnPart sent && sent.part() == part) {
            messages.remove();
            accepted(nowNanos);
            return start(nowNanos);
        }
        return null;
    }

    /** The lender has what was sent last. */
    void accepted(long nowNanos) {
        repetition.answered(nowNanos);
    }

    /** What is to be sent again now; null if it is not time. */
    @Nullable
    LoanMessage repeat(long nowNanos) {
        return repetition.isDue(nowNanos) ? messages.peek() : null;
    }

    long dueNanos() {
        return repetition.dueNanos();
    }
}
