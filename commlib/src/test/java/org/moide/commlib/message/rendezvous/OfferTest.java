package org.moide.commlib.message.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.moide.commlib.Slice;
import org.moide.commlib.message.CommCounters;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

class OfferTest {
    private static final int ROUNDS = 200_000;
    private static final int LAST = Integer.MAX_VALUE;

    /** Beside other programs a round takes a slice of the processor: then fewer rounds have to do. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int PIECES = 50;

    private final Endpoint sender = new Endpoint(
            0, new SpinThenParkSignal(WaitPolicy.parkAtOnce()), new CommCounters(2, 0), System::nanoTime, 2);

    /**
     * Closes offers while another thread ends its reading. When {@code close} took two steps, one in twenty of these
     * offers stayed open, and its sender would have waited for ever.
     */
    @Test
    void shouldBeOverWhenItIsClosedWhileSomebodyEndsToRead() throws Exception {
        AtomicReference<Offer> now = new AtomicReference<>();
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger read = new AtomicInteger();
        Thread reader = new Thread(() -> {
            for (int round = 1; awaitRound(begun, round) < LAST; round++) {
                Offer offer = now.get();
                for (int piece = 0; piece < PIECES && offer.beginReading(); piece++) {
                    offer.endReading();
                }
                read.set(round);
            }
        });
        reader.setDaemon(true);
        reader.start();
        int open = 0;
        long since = System.nanoTime();
        for (int round = 1; round <= ROUNDS && System.nanoTime() - since < LONGEST_NANOS; round++) {
            Offer offer = new Offer(round, Slice.of(new byte[1]), 1, sender);
            now.set(offer);
            begun.set(round);
            for (int wait = 0; wait < round % PIECES; wait++) {
                Thread.onSpinWait();
            }
            offer.close(null);
            awaitRound(read, round);
            open += offer.isOver() ? 0 : 1;
        }
        begun.set(LAST);
        reader.join();
        assertThat(open)
                .as("offers that nobody reads any more, closed and still open")
                .isZero();
    }

    /** Waits until a counter has come to a round. Returns what it has come to. */
    private static int awaitRound(AtomicInteger counter, int round) {
        for (int looks = 0; counter.get() < round; looks++) {
            if (looks < 1_000) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        return counter.get();
    }
}
