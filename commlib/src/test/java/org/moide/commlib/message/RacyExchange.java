package org.moide.commlib.message;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.moide.commlib.message.endpoint.ExchangePair;
import org.moide.commlib.message.endpoint.LocalExchange;

/**
 * Small versions of {@link ExchangePair} and {@link LocalExchange} with one flaw each. If the litmus tests did not
 * find the flaws, they would prove nothing.
 */
final class RacyExchange implements LitmusExchange {
    /** The flaw of an exchange. */
    enum Flaw {
        /**
         * A thread that has waited long enough checks whether the other has come, and leaves afterwards: the other may
         * come in between.
         */
        RETRACTS_BY_CHECK_THEN_ACT,
        /** A thread leaves when it has the other's data, although the other may still read its own. */
        LEAVES_BEFORE_THE_OTHER_HAS_READ,
        /** A thread counts itself as arrived first, and shows its data afterwards. */
        COMES_BEFORE_IT_OFFERS,
        /** A thread exchanges without checking for messages under way, so the exchange overtakes a message. */
        MEETS_WITHOUT_LOOKING
    }

    private static final long FLAWED_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int APART = 32;
    private static final int LOOKS = 5;
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final class Sent {
        private final int tag;
        private final long[] data;

        Sent(int tag, long[] data) {
            this.tag = tag;
            this.data = data;
        }
    }

    private final Flaw flaw;
    private final AtomicLong count = new AtomicLong();
    private final long[] last = new long[2 * APART]; // the last meeting of each thread, which alone writes it
    private final AtomicReferenceArray<long[]> offered = new AtomicReferenceArray<>(new long[2][0]);
    private final List<Queue<Sent>> boxes = List.of(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());

    RacyExchange(Flaw flaw) {
        this.flaw = flaw;
    }

    @Override
    public void exchange(int seat, int tag, long[] out, long[] in) {
        if ((!isUnderWay() || flaw == Flaw.MEETS_WITHOUT_LOOKING) && meet(seat, out)) {
            swap(seat, in);
        } else {
            send(seat, tag, out);
            receive(seat, tag, in);
        }
    }

    private boolean isUnderWay() {
        return !boxes.get(0).isEmpty() || !boxes.get(1).isEmpty();
    }

    @Override
    public void send(int seat, int tag, long[] out) {
        boxes.get(1 - seat).add(new Sent(tag, out.clone()));
    }

    @Override
    public void receive(int seat, int tag, long[] in) {
        Queue<Sent> box = boxes.get(seat);
        await(() -> box.stream().anyMatch(sent -> sent.tag == tag));
        Sent first = box.stream().filter(sent -> sent.tag == tag).findFirst().orElseThrow();
        box.remove(first);
        System.arraycopy(first.data, 0, in, 0, in.length);
    }

    private boolean meet(int seat, long[] out) {
        if (flaw != Flaw.COMES_BEFORE_IT_OFFERS) {
            offered.set(seat, out);
        }
        long meeting = come(seat);
        if (flaw == Flaw.COMES_BEFORE_IT_OFFERS) {
            Thread.yield(); // the gap
            offered.set(seat, out);
        }
        // At once for this flaw: otherwise the other thread would mostly come before the gap.
        int patience = flaw == Flaw.RETRACTS_BY_CHECK_THEN_ACT ? 0 : LOOKS;
        for (int looks = patience; looks > 0 && count.get() < 2 * meeting; looks--) {
            Thread.yield();
        }
        return !retract(seat, meeting);
    }

    private long come(int seat) {
        long meeting = ++last[APART * seat];
        count.incrementAndGet();
        return meeting;
    }

    private boolean retract(int seat, long meeting) {
        long come = count.get();
        while (come < 2 * meeting) {
            boolean gone = true;
            if (flaw == Flaw.RETRACTS_BY_CHECK_THEN_ACT) {
                // Keeps the gap open for a while: on a busy machine the other thread seldom comes in it by chance.
                long start = System.nanoTime();
                while (count.get() == come && !isUnderWay() && System.nanoTime() - start < GAP_NANOS) {
                    LockSupport.parkNanos(this, GAP_NANOS / 100);
                }
                count.set(come - 1);
            } else {
                gone = count.compareAndSet(come, come - 1);
            }
            if (gone) {
                last[APART * seat]--;
                return true;
            }
            come = count.get();
        }
        return false;
    }

    private void swap(int seat, long[] in) {
        System.arraycopy(offered.get(1 - seat), 0, in, 0, in.length);
        if (flaw != Flaw.LEAVES_BEFORE_THE_OTHER_HAS_READ) {
            long meeting = come(seat);
            await(() -> count.get() >= 2 * meeting);
        }
    }

    private static void await(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            Thread.yield();
            if (System.nanoTime() - start > FLAWED_LIMIT_NANOS) {
                throw new IllegalStateException("waits for ever");
            }
        }
    }
}
