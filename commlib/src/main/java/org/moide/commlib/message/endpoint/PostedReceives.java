package org.moide.commlib.message.endpoint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.PendingReceive;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.ProgressThread;
import org.moide.commlib.message.mailbox.Mailbox;
import org.moide.commlib.message.mailbox.Message;

/**
 * The receives that one thread has begun, in order. A message goes to the first one that matches. The thread itself
 * looks for messages in each of its calls, and the engine's service thread does when a message has arrived. The thread
 * that finds a message also fetches its data.
 *
 * <p><b>Threads and fields.</b> The owner begins and awaits; the service thread performs. {@code begun} is guarded by
 * this object. The mailbox's lock is taken with it held, never the other way round. Data is fetched with no lock held.
 */
final class PostedReceives implements ProgressThread.Duty {
    /**
     * The greatest number of receives that may be open. A thread that begins more has probably forgotten to await them.
     */
    private static final int MOST_BEGUN = 1 << 16;

    private final Mailbox mailbox;
    private final Endpoint owner;
    private final Endpoint service;
    private final ProgressThread thread;
    private final Deque<Begun<?>> begun = new ArrayDeque<>();
    private volatile boolean idle = true;
    private boolean served;
    private final AtomicInteger bringingIn = new AtomicInteger();
    /** The number of receives that have been given their message, but that a waiting thread cannot yet see as done. */
    private final AtomicInteger unsettled = new AtomicInteger();

    PostedReceives(Mailbox mailbox, Endpoint owner, Endpoint service, ProgressThread thread) {
        this.mailbox = mailbox;
        this.owner = owner;
        this.service = service;
        this.thread = thread;
    }

    /** Returns whether all begun receives have their messages. */
    boolean isIdle() {
        return idle;
    }

    /** Returns the call of a receive that is begun and not complete; null if there is none. */
    synchronized @Nullable Object unfinished() {
        Begun<?> first = begun.peek();
        if (first != null) {
            return first.call;
        }
        return bringingIn.get() > 0 ? "a receive of which the data is coming" : null;
    }

    /**
     * Returns whether a message for a begun receive has arrived, or its data is being fetched: then the owner is about
     * to go on. Any thread may call it.
     */
    boolean isBusy() {
        // The order matters: a receive that is no longer due has been counted as unsettled before, or is settled.
        return isDue() || unsettled.get() > 0;
    }

    /** A receive that the owner has begun and may await. */
    final class Begun<T> implements PendingReceive<T> {
        private final int sender;
        private final int tag;
        private final Release release;
        private final NamedCall call;
        private final BiFunction<Message, Endpoint, T> intake;
        private volatile boolean matched;
        private volatile boolean done;
        private boolean givenUp; // set by the owner
        private @Nullable T result;
        private @Nullable RuntimeException failure;

        private Begun(int sender, int tag, Release release, NamedCall call, BiFunction<Message, Endpoint, T> intake) {
            this.sender = sender;
            this.tag = tag;
            this.release = release;
            this.call = call;
            this.intake = intake;
        }

        private void complete(Message message, Endpoint by) {
            try {
                result = intake.apply(message, by);
            } catch (RuntimeException failed) {
                failure = failed;
            } catch (Error failed) {
                failure = new CommException(call + ": failed: " + failed, failed);
            }
            bringingIn.decrementAndGet();
            done = true;
            unsettled.decrementAndGet();
            if (by != owner) {
                owner.waiter().signal().raise();
            }
        }

        @Override
        public boolean isDone() {
            if (!done) {
                bringIn(owner);
            }
            return done || (!matched && release.holds());
        }

        @Override
        public void await() {
            while (!done) {
                if (givenUp) {
                    release.check(call);
                    throw new CommException(call + ": given up when its thread was interrupted; begin it again");
                }
                bringIn(owner);
                try {
                    owner.waiter().await(() -> done || (!matched && (isThere() || release.holds())), call);
                } catch (CommException interrupted) {
                    if (!done && !matched && drop(this)) {
                        givenUp = true;
                        throw interrupted;
                    }
                    // The sender already counts the message as delivered, so this receive must complete. The interrupt
                    // flag stays set.
                    owner.waiter().awaitFirmly(() -> done);
                }
                if (!done && !matched && !isThere() && release.holds() && drop(this)) {
                    givenUp = true;
                    release.check(call);
                }
            }
            RuntimeException failed = failure;
            if (failed != null) {
                throw failed;
            }
        }

        private boolean isThere() {
            return mailbox.peek(sender, tag) != null;
        }

        @Override
        public T get() {
            await();
            T found = result;
            if (found == null) {
                throw new IllegalStateException(call + ": expected a result, found none");
            }
            return found;
        }
    }

    private record Match<T>(Begun<T> receive, Message message) {
        void complete(Endpoint by) {
            receive.complete(message, by);
        }
    }

    /**
     * Begins a receive. {@code intake} turns the message into the result; the owner or the service thread calls it with
     * its own endpoint.
     */
    <T> Begun<T> begin(int sender, int tag, Release release, NamedCall call, BiFunction<Message, Endpoint, T> intake) {
        Begun<T> begins = new Begun<>(sender, tag, release, call, intake);
        synchronized (this) {
            if (begun.size() >= MOST_BEGUN) {
                throw new IllegalStateException(
                        call + ": expected at most " + MOST_BEGUN + " pending receives; await those before");
            }
            begun.add(begins);
            idle = false;
        }
        bringIn(owner);
        return begins;
    }

    /** Lets the service thread complete begun receives. Called by the owner. */
    void serve() {
        if (!served) {
            served = true;
            mailbox.whenKept(() -> {
                if (!idle) {
                    thread.signal().raise();
                }
            });
            thread.add(this);
        }
    }

    /** Gives messages that have arrived to the begun receives that they match, in order. */
    void bringIn(Endpoint by) {
        if (!idle) {
            match().forEach(match -> match.complete(by));
        }
    }

    private synchronized List<Match<?>> match() {
        List<Match<?>> found = new ArrayList<>();
        synchronized (mailbox) { // so that no message arrives while receives are matched
            for (Iterator<Begun<?>> all = begun.iterator(); all.hasNext(); ) {
                Begun<?> next = all.next();
                Message message = mailbox.poll(next.sender, next.tag);
                if (message != null) {
                    all.remove();
                    next.matched = true;
                    bringingIn.incrementAndGet();
                    unsettled.incrementAndGet();
                    found.add(new Match<>(next, message));
                }
            }
        }
        idle = begun.isEmpty();
        return found;
    }

    private synchronized boolean drop(Begun<?> receive) {
        boolean dropped = begun.remove(receive);
        idle = begun.isEmpty();
        return dropped;
    }

    @Override
    public boolean isDue() {
        if (idle) {
            return false;
        }
        synchronized (this) {
            return begun.stream().anyMatch(Begun::isThere);
        }
    }

    @Override
    public void perform() {
        bringIn(service);
    }

    /**
     * Takes the next message for a blocking receive, after receives that were begun before have theirs. Called by the
     * owner.
     */
    Message take(int sender, int tag, Release release, NamedCall call) {
        return begin(sender, tag, release, call, (message, by) -> message).get();
    }

    /** Waits for a message that no begun receive wants. Called by the owner. */
    Message probe(int sender, int tag, Release release, NamedCall call) {
        while (true) {
            Message found = tryProbe(sender, tag);
            if (found != null) {
                return found;
            }
            release.check(call);
            owner.waiter().await(() -> mailbox.peek(sender, tag) != null || release.holds(), call);
        }
    }

    /**
     * Returns, without taking it, a message that no begun receive wants; null if there is none now. Called by the
     * owner.
     */
    @Nullable
    Message tryProbe(int sender, int tag) {
        while (true) {
            bringIn(owner);
            Message found = mailbox.peek(sender, tag);
            if (found == null || !isWanted(found)) {
                return found;
            }
        }
    }

    private synchronized boolean isWanted(Message message) {
        return begun.stream().anyMatch(next -> Mailbox.matches(next.sender, next.tag, message.sender(), message.tag()));
    }
}
