package org.moide.commlib.message;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.mailbox.Mailbox;
import org.moide.commlib.message.mailbox.Message;
import org.moide.commlib.port.Signal;

/** A mailbox, as senders and the receiver use it: the real one, and ones with a flaw. */
interface LitmusMailbox {
    /** The limit of a wait, longer than any pause of a runnable thread. */
    long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    /**
     * Claims the receiver if it waits for this message. Returns an action that copies {@code data} to it; null if it
     * does not wait.
     */
    @Nullable
    Runnable claim(int sender, int tag, Slice data);

    void put(Message message);

    /** Takes the next message; {@code release} throws if it ends the wait before a message comes. */
    Message take(int sender, int tag, @Nullable Slice into, Release release);

    @Nullable
    Message poll(int sender, int tag);

    boolean holds(int sender, int tag);

    /** Wakes a thread that waits in {@link #take}, so that it checks whether its {@code release} ends the wait. */
    void raise();

    /** Returns the production mailbox. */
    static LitmusMailbox real(Signal signal, int ids) {
        Mailbox mailbox = new Mailbox(signal, ids);
        Endpoint receiver = new Endpoint(ids - 1, mailbox.signal(), new CommCounters(1, 0), System::nanoTime, ids)
                .within(LIMIT_NANOS, () -> {});
        return new LitmusMailbox() {
            @Override
            public @Nullable Runnable claim(int sender, int tag, Slice data) {
                Mailbox.Posted claimed = mailbox.claim(sender, tag, data);
                return claimed == null ? null : () -> mailbox.complete(claimed, Envelope.NO_NOTE, data);
            }

            @Override
            public void put(Message message) {
                mailbox.put(message);
            }

            @Override
            public Message take(int sender, int tag, @Nullable Slice into, Release release) {
                return mailbox.take(sender, tag, into, receiver.waiter(), release, "take of a litmus test");
            }

            @Override
            public @Nullable Message poll(int sender, int tag) {
                return mailbox.poll(sender, tag);
            }

            @Override
            public boolean holds(int sender, int tag) {
                return mailbox.holds(sender, tag);
            }

            @Override
            public void raise() {
                signal.raise();
            }
        };
    }
}
