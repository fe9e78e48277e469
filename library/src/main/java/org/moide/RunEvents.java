package org.moide;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.jspecify.annotations.Nullable;

/**
 * The words of a run, for its subscribers. Each has a buffer of its own, so none waits for another, and the run for
 * none. What was said before anybody subscribed is kept for the first.
 *
 * <p>Concurrency: any thread; all is guarded by this object. Subscribers are called by threads of {@code executor}.
 */
final class RunEvents implements Flow.Publisher<RunEvent> {
    /** The most events kept: as many as a run says in a while, and few beside the lines that its result keeps. */
    static final int MOST_KEPT = 1_024;

    /** The room kept for words about what was dropped: in the midst, and at the end. */
    private static final int FOR_WORD = 2;

    private final Executor executor;
    private final List<Subscribed> subscribed = new ArrayList<>();
    private @Nullable Early early = new Early();
    private boolean over;

    /** The events before anybody subscribed. */
    private static final class Early {
        private final Queue<RunEvent> events = new ArrayDeque<>();
        private long dropped;
    }

    /** One subscriber, and what is on its way there. */
    private static final class Subscribed {
        private final SubmissionPublisher<RunEvent> publisher;
        private long dropped;

        Subscribed(Executor executor) {
            this.publisher = new SubmissionPublisher<>(executor, MOST_KEPT);
        }

        boolean isGone() {
            return publisher.getNumberOfSubscribers() == 0;
        }

        void offer(RunEvent event) {
            if (publisher.estimateMaximumLag() > MOST_KEPT - 1 - FOR_WORD) {
                dropped++;
                return;
            }
            sayWhatWasDropped();
            publisher.offer(event, null); // there is room: only we add
        }

        private void sayWhatWasDropped() {
            if (dropped > 0) {
                publisher.offer(new RunEvent.Dropped(dropped), null);
                dropped = 0;
            }
        }

        void close() {
            sayWhatWasDropped();
            publisher.close();
        }
    }

    RunEvents(Executor executor) {
        this.executor = executor;
    }

    @Override
    public synchronized void subscribe(Flow.Subscriber<? super RunEvent> subscriber) {
        subscribed.removeIf(Subscribed::isGone);
        for (Subscribed one : subscribed) {
            if (one.publisher.isSubscribed(subscriber)) {
                one.publisher.subscribe(subscriber); // which tells it that it has done so before
                return;
            }
        }
        Subscribed added = new Subscribed(executor);
        added.publisher.subscribe(subscriber);
        Early kept = early;
        early = null;
        if (kept != null) {
            kept.events.forEach(added::offer);
            added.dropped += kept.dropped;
        }
        if (over) {
            added.close();
        } else {
            subscribed.add(added);
        }
    }

    /** Adds an event; never waits for a subscriber. */
    synchronized void add(RunEvent event) {
        Early kept = early;
        if (over) {
            return;
        }
        if (kept == null) {
            subscribed.removeIf(Subscribed::isGone);
            subscribed.forEach(one -> one.offer(event));
        } else if (kept.events.size() < MOST_KEPT - FOR_WORD) {
            kept.events.add(event);
        } else {
            kept.dropped++;
        }
    }

    /** The run is over. */
    synchronized void close() {
        over = true;
        subscribed.forEach(Subscribed::close);
        subscribed.clear();
    }
}
