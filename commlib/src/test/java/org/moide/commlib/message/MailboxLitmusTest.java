package org.moide.commlib.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.Slice;
import org.moide.commlib.litmus.Litmus;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.mailbox.Message;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

/**
 * Tests two senders and the receiver at a mailbox. Each message is received once, and messages of a
 * sender and tag in order, whether they are copied straight to the receiver's array or kept. A released receiver's
 * array is not changed any more. A thread never learns that the mailbox is empty when a message was put before. The
 * same litmus test must find the flaw in each of several flawed mailboxes.
 */
@Tag("races")
class MailboxLitmusTest {
    private static final int BATCH = 20;

    /** The number of states in a batch of a flawed mailbox: one, since such a mailbox may wait until its limit. */
    private static final int FLAWED_BATCH = 1;

    private static final long SEARCH_SECONDS = 20;
    private static final int SENDERS = 2;
    private static final int TAGS = 2;
    private static final int CHAINS = SENDERS * TAGS;
    private static final int OF_EACH_CHAIN = 4;
    private static final int LENGTH = 32;

    /**
     * The greatest number of times that the receiver is released while it waits; after that it waits until it has the
     * rest of the messages.
     */
    private static final int MOST_VAIN = 4;

    /** The endpoint with which received messages are read; messages within an engine use nothing of it. */
    private static final Endpoint READER = new Endpoint(
            SENDERS,
            new SpinThenParkSignal(WaitPolicy.parkAtOnce()),
            new CommCounters(1, 0),
            System::nanoTime,
            SENDERS + 1);

    /** An array that a released receiver had posted, and its content at that time. */
    private static final class Abandoned {
        private final long[] array;
        private final long[] content;

        Abandoned(long[] array) {
            this.array = array;
            this.content = array.clone();
        }
    }

    /** One try: a mailbox under test, with the senders' and the receiver's records. */
    private static final class Talk {
        private static final AtomicLong SEEDS = new AtomicLong();

        private final LitmusMailbox mailbox;
        private final long seed = SEEDS.incrementAndGet();
        private final AtomicIntegerArray sent = new AtomicIntegerArray(CHAINS); // after put has returned
        private final AtomicIntegerArray asked = new AtomicIntegerArray(CHAINS); // before the message is taken
        private final int[] got = new int[CHAINS];
        private final List<Abandoned> abandoned = new ArrayList<>();
        private volatile boolean released;

        Talk(LitmusMailbox mailbox) {
            this.mailbox = mailbox;
        }

        /** Checks the records after all threads have acted; returns null, or what is wrong. */
        @Nullable
        String judge() {
            for (Abandoned left : abandoned) {
                if (!Arrays.equals(left.array, left.content)) {
                    return "written to an array after its receiver was released: " + Arrays.toString(left.array);
                }
            }
            if (mailbox.poll(CommLib.ANY_SENDER, CommLib.ANY_TAG) != null) {
                return "a message is left over";
            }
            for (int chain = 0; chain < CHAINS; chain++) {
                if (mailbox.holds(chain / TAGS, chain % TAGS)) {
                    return "said to hold a message in the end";
                }
            }
            return null;
        }

        private final Release release = new Release() {
            @Override
            public boolean holds() {
                return released;
            }

            @Override
            public void check(Object call) {
                throw new RunEndedException(call + ": released");
            }
        };
    }

    private static final Release NEVER = new Release() {
        @Override
        public boolean holds() {
            return false;
        }

        @Override
        public void check(Object call) {}
    };

    @ParameterizedTest
    @ValueSource(longs = {0, 50})
    void shouldReceiveEachMessageOnceWhenTwoSendAndTheReceiverIsReleasedMeanwhile(long yieldMicros)
            throws InterruptedException {
        WaitPolicy policy = new WaitPolicy(0, TimeUnit.MICROSECONDS.toNanos(yieldMicros));
        Litmus.Outcome outcome = litmus(BATCH, () -> LitmusMailbox.real(new SpinThenParkSignal(policy), SENDERS + 1))
                .run(8_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource
    void shouldCatchTheFlawWhenAMailboxHasOne(RacyMailbox.Flaw flaw) throws InterruptedException {
        Litmus.Outcome outcome =
                litmus(FLAWED_BATCH, () -> new RacyMailbox(flaw)).search(SEARCH_SECONDS);
        System.out.println("canary " + flaw + ": " + outcome);
        assertThat(outcome.forbidden()).as(flaw + ": " + outcome).isNotNull();
    }

    private static Litmus<Talk> litmus(int batch, Supplier<LitmusMailbox> mailboxes) {
        return new Litmus<>(
                batch,
                () -> new Talk(mailboxes.get()),
                Talk::judge,
                List.of(talk -> sendAll(talk, 0), talk -> sendAll(talk, 1), MailboxLitmusTest::receiveAll));
    }

    private static long code(int chain, int number) {
        return 1 + chain + (long) CHAINS * number;
    }

    // --- senders --------------------------------------------------------------------------------------------------

    private static @Nullable String sendAll(Talk talk, int sender) {
        SplittableRandom random = new SplittableRandom(SENDERS * talk.seed + sender);
        int releaseAfter = sender == 0 ? random.nextInt(2 * OF_EACH_CHAIN) : -1;
        String forbidden = null;
        for (int number = 0; number < OF_EACH_CHAIN; number++) {
            for (int tag = 0; tag < TAGS; tag++) {
                String wrong = send(talk, sender, tag, number, random);
                forbidden = wrong == null ? forbidden : wrong;
                if (random.nextInt(4) == 0) {
                    Thread.yield(); // on a busy machine the sender is seldom stopped between two messages
                }
                if (releaseAfter == TAGS * number + tag) {
                    talk.released = true;
                    talk.mailbox.raise();
                }
            }
        }
        return forbidden;
    }

    private static @Nullable String send(Talk talk, int sender, int tag, int number, SplittableRandom random) {
        int chain = sender * TAGS + tag;
        long[] data = new long[LENGTH];
        Arrays.fill(data, code(chain, number));
        Slice slice = Slice.of(data);
        Runnable copying = talk.mailbox.claim(sender, tag, slice);
        if (copying == null) {
            talk.mailbox.put(new Message.Copied(sender, tag, Envelope.NO_NOTE, slice));
        } else {
            if (random.nextInt(4) == 0) {
                Thread.yield(); // a sender may be stopped at this point
            }
            copying.run();
            Arrays.fill(data, 0); // the sender may change its array again
        }
        talk.sent.set(chain, number + 1);
        boolean holds = talk.mailbox.holds(sender, tag);
        return !holds && talk.asked.get(chain) <= number
                ? "nothing there, says the mailbox to its sender, though nobody has asked for the message"
                : null;
    }

    // --- the receiver ---------------------------------------------------------------------------------------------

    private static @Nullable String receiveAll(Talk talk) {
        SplittableRandom random = new SplittableRandom(talk.seed);
        try {
            for (int left = CHAINS * OF_EACH_CHAIN; left > 0; ) {
                int chain = random.nextInt(CHAINS);
                if (talk.got[chain] == OF_EACH_CHAIN) {
                    continue;
                }
                boolean there = talk.sent.get(chain) > talk.got[chain];
                if (isHidden(talk)) {
                    return "nothing there, says the mailbox to its owner, though put has returned";
                }
                long[] into = random.nextBoolean() ? new long[LENGTH] : null;
                Message message = attempt(talk, chain, into, random);
                String wrong = message == null ? missed(there) : check(talk, message, into);
                if (wrong != null) {
                    return wrong;
                }
                left -= message == null ? 0 : 1;
            }
        } catch (CommException | IllegalStateException stuck) {
            return stuck.toString();
        }
        return null;
    }

    private static boolean isHidden(Talk talk) {
        for (int chain = 0; chain < CHAINS; chain++) {
            if (talk.sent.get(chain) > talk.got[chain] && !talk.mailbox.holds(chain / TAGS, chain % TAGS)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String missed(boolean there) {
        if (there) {
            return "no message found, though put has returned";
        }
        Thread.yield(); // a sender may need this processor
        return null;
    }

    /**
     * Tries to take a message, in a randomly chosen way. Returns null if there was none, or the receiver was released.
     */
    private static @Nullable Message attempt(Talk talk, int chain, long @Nullable [] into, SplittableRandom random) {
        boolean any = random.nextBoolean();
        int sender = any ? CommLib.ANY_SENDER : chain / TAGS;
        int tag = any ? CommLib.ANY_TAG : chain % TAGS;
        for (int each = 0; each < CHAINS; each++) {
            talk.asked.set(each, talk.got[each] + (any || each == chain ? 1 : 0));
        }
        Message message = null;
        if (random.nextInt(4) == 0) {
            message = talk.mailbox.poll(sender, tag);
        } else {
            Slice slice = into == null ? null : Slice.of(into);
            Release release = talk.abandoned.size() < MOST_VAIN ? talk.release : NEVER;
            try {
                message = talk.mailbox.take(sender, tag, slice, release);
            } catch (RunEndedException released) {
                talk.abandoned.add(new Abandoned(into == null ? new long[0] : into));
            }
        }
        int from = message == null ? -1 : message.sender() * TAGS + message.tag();
        for (int each = 0; each < CHAINS; each++) {
            talk.asked.set(each, talk.got[each] + (each == from ? 1 : 0));
        }
        return message;
    }

    private static @Nullable String check(Talk talk, Message message, long @Nullable [] into) {
        long[] data = into;
        if (data == null) {
            data = (long[]) message.value(READER);
        } else {
            message.into(Slice.of(data), READER);
        }
        int chain = message.sender() * TAGS + message.tag();
        long expected = code(chain, talk.got[chain]++);
        for (long element : data) {
            if (element != expected) {
                return "from " + message.sender() + " with tag " + message.tag() + " expected " + expected + ", found "
                        + Arrays.toString(data);
            }
        }
        return null;
    }
}
