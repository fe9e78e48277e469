package org.moide.commlib.message.endpoint;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.mailbox.Mailbox;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.Registration;

/**
 * A faster exchange within an engine, if both threads call {@code exchange} at about the same time. The effect is the
 * same as that of two messages. Belongs to one thread, except for the {@link Pairs} and the mailboxes.
 *
 * <p>Messages of a sender and tag must keep their order, so this is used only if no message between the two threads is
 * waiting. Only the two threads themselves could send one, and both have checked before they meet.
 */
public final class LocalExchange {
    private final Endpoint self;
    private final Pairs pairs;
    private final List<Mailbox> mailboxes;
    private final @Nullable ExchangePair[] known;
    private final @Nullable Waiter[] waiters;

    /**
     * Creates the object by which one thread exchanges with others of its engine.
     *
     * @param mailboxes the mailboxes of all threads of this engine
     */
    LocalExchange(Endpoint self, Pairs pairs, List<Mailbox> mailboxes) {
        this.self = self;
        this.pairs = pairs;
        this.mailboxes = mailboxes;
        this.known = new ExchangePair[mailboxes.size()];
        this.waiters = new Waiter[mailboxes.size()];
    }

    /**
     * Exchanges with another thread if it is on this engine and now exchanges with this one. The caller must have no
     * begun receive that still lacks its message.
     *
     * @return false if no data was moved
     * @throws IllegalArgumentException if lengths or types do not fit; the other thread throws it too
     */
    boolean tryExchange(int partner, int tag, Slice out, Slice in, NamedCall call) {
        int thread = partner - pairs.member.firstId();
        if (thread < 0 || thread >= known.length) {
            return false;
        }
        Mailbox theirs = mailboxes.get(thread);
        Mailbox own = mailboxes.get(self.id() - pairs.member.firstId());
        if (theirs.holds(self.id(), tag) || own.holds(partner, tag)) {
            return false;
        }
        ExchangePair pair = known[thread];
        Waiter waiter = waiters[thread];
        if (pair == null || waiter == null) {
            pair = pairs.of(self.id(), partner);
            waiter = self.waiter().at(pair.signal());
            known[thread] = pair;
            waiters[thread] = waiter;
        }
        int seat = self.id() < partner ? 0 : 1;
        self.counters().meets(pairs.member.engine());
        if (!pair.meet(seat, waiter, tag, out, in, () -> theirs.isAwaited() || own.holds(partner, tag))) {
            return false;
        }
        self.counters().countMessage(pairs.member.engine(), out.bytes());
        String misfit = pair.swap(seat, waiter, out, in);
        if (misfit != null) {
            throw new IllegalArgumentException(call + ": " + misfit);
        }
        return true;
    }

    /** The pairs of an engine's threads that have exchanged. Any thread may call it; never blocks. */
    static final class Pairs {
        private final Registration.Member member;
        private final Signal.Factory signals;
        private final AtomicReferenceArray<@Nullable ExchangePair> made;

        Pairs(Registration.Member member, Signal.Factory signals) {
            this.member = member;
            this.signals = signals;
            this.made = new AtomicReferenceArray<>(member.threads() * member.threads());
        }

        private ExchangePair of(int one, int other) {
            int lower = Math.min(one, other) - member.firstId();
            int higher = Math.max(one, other) - member.firstId();
            int index = lower * member.threads() + higher;
            ExchangePair found = made.get(index);
            if (found != null) {
                return found;
            }
            ExchangePair pair = new ExchangePair(signals.create());
            ExchangePair first = made.compareAndExchange(index, null, pair);
            return first == null ? pair : first;
        }
    }
}
