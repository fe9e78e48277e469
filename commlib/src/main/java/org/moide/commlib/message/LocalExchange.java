package org.moide.commlib.message;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.Registration;

/**
 * A shorter way for exchanges within an engine, where both sides call {@code exchange} at about the same time: it does
 * just what the two messages would. Belongs to one thread, but for the {@link Pairs} and the mailboxes.
 *
 * <p>Messages of a sender and tag keep their order, so there is this way only if none is under way. Nothing but the two
 * threads themselves can send one, and both have looked before they meet.
 */
final class LocalExchange {
    private final Station self;
    private final Pairs pairs;
    private final List<Mailbox> mailboxes;
    private final @Nullable Pair[] known;
    private final @Nullable Waiter[] waiters;

    /**
     * Makes a thread's way.
     *
     * @param mailboxes of all threads of this engine
     */
    LocalExchange(Station self, Pairs pairs, List<Mailbox> mailboxes) {
        this.self = self;
        this.pairs = pairs;
        this.mailboxes = mailboxes;
        this.known = new Pair[mailboxes.size()];
        this.waiters = new Waiter[mailboxes.size()];
    }

    /**
     * Exchanges with another thread if that is on this engine and exchanges with this one now. The caller has begun no
     * receive that is still without its message.
     *
     * @return false if nothing was done
     * @throws IllegalArgumentException if what the other has does not fit; it is told the same
     */
    boolean tryExchange(int partner, int tag, Slice out, Slice in, Call call) {
        int thread = partner - pairs.member.firstId();
        if (thread < 0 || thread >= known.length) {
            return false;
        }
        Mailbox theirs = mailboxes.get(thread);
        if (theirs.holds(self.id(), tag) || self.mailbox().holds(partner, tag)) {
            return false;
        }
        Pair pair = known[thread];
        Waiter waiter = waiters[thread];
        if (pair == null || waiter == null) {
            pair = pairs.of(self.id(), partner);
            waiter = self.waiter().at(pair.signal());
            known[thread] = pair;
            waiters[thread] = waiter;
        }
        int seat = self.id() < partner ? 0 : 1;
        self.counters().meets(pairs.member.engine());
        if (!pair.meet(
                seat,
                waiter,
                tag,
                out,
                in,
                () -> theirs.isAwaited() || self.mailbox().holds(partner, tag))) {
            return false;
        }
        self.counters().countMessage(pairs.member.engine(), out.bytes());
        String misfit = pair.swap(seat, waiter, out, in);
        if (misfit != null) {
            throw new IllegalArgumentException(call + ": " + misfit);
        }
        return true;
    }

    /** All pairs of an engine's threads that have exchanged. Any thread; never blocks. */
    static final class Pairs {
        private final Registration.Member member;
        private final Signal.Factory signals;
        private final AtomicReferenceArray<@Nullable Pair> made;

        Pairs(Registration.Member member, Signal.Factory signals) {
            this.member = member;
            this.signals = signals;
            this.made = new AtomicReferenceArray<>(member.threads() * member.threads());
        }

        private Pair of(int one, int other) {
            int lower = Math.min(one, other) - member.firstId();
            int higher = Math.max(one, other) - member.firstId();
            int index = lower * member.threads() + higher;
            Pair found = made.get(index);
            if (found != null) {
                return found;
            }
            Pair pair = new Pair(signals.create());
            Pair first = made.compareAndExchange(index, null, pair);
            return first == null ? pair : first;
        }
    }
}
