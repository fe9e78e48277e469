package org.moide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tries what {@link Flow} asks of a publisher; subscribers are called when {@link #run} lets them be. */
class RunEventsTest {
    private final Queue<Runnable> jobs = new ArrayDeque<>();
    private final RunEvents events = new RunEvents(jobs::add);

    /** Remembers what it was told. */
    private static final class Watching implements Flow.Subscriber<RunEvent> {
        private final List<RunEvent> told = new ArrayList<>();
        private Flow.@Nullable Subscription subscription;
        private @Nullable Throwable error;
        private boolean complete;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            assertThat(subscription).isNull();
            subscription = given;
        }

        @Override
        public void onNext(RunEvent event) {
            assertThat(complete).isFalse();
            told.add(event);
        }

        @Override
        public void onError(Throwable thrown) {
            error = thrown;
        }

        @Override
        public void onComplete() {
            complete = true;
        }

        Flow.Subscription subscription() {
            return Objects.requireNonNull(subscription, "subscribed");
        }
    }

    private void run() {
        for (Runnable job = jobs.poll(); job != null; job = jobs.poll()) {
            job.run();
        }
    }

    private Watching subscribed() {
        Watching watching = new Watching();
        events.subscribe(watching);
        run();
        return watching;
    }

    private void say(int from, int to) {
        for (int number = from; number < to; number++) {
            events.add(line(number));
            if (number % 500 == 0) {
                run();
            }
        }
        run();
    }

    private static RunEvent line(int number) {
        return new RunEvent.Line("line " + number);
    }

    private static List<RunEvent> lines(int from, int to) {
        return IntStream.range(from, to).mapToObj(RunEventsTest::line).toList();
    }

    @Test
    void shouldTellAsManyAsAreRequestedAndEndAfterTheLast() {
        Watching watching = subscribed();
        say(0, 5);
        assertThat(watching.told).isEmpty();
        watching.subscription().request(2);
        run();
        assertThat(watching.told).isEqualTo(lines(0, 2));
        events.close();
        run();
        assertThat(watching.complete).isFalse();
        watching.subscription().request(Long.MAX_VALUE);
        run();
        assertThat(watching.told).isEqualTo(lines(0, 5));
        assertThat(watching.complete).isTrue();
        assertThat(watching.error).isNull();
    }

    @Test
    void shouldTellNothingMoreWhenItIsCancelled() {
        Watching watching = subscribed();
        Watching other = subscribed();
        watching.subscription().request(1);
        other.subscription().request(9);
        say(0, 3);
        watching.subscription().cancel();
        watching.subscription().request(5);
        say(3, 6);
        events.close();
        run();
        assertThat(watching.told).isEqualTo(lines(0, 1));
        assertThat(watching.complete).isFalse();
        assertThat(other.told).isEqualTo(lines(0, 6));
        assertThat(other.complete).isTrue();
    }

    @Test
    void shouldRefuseARequestOfNothing() {
        for (long requested : new long[] {0, -1}) {
            Watching watching = subscribed();
            watching.subscription().request(requested);
            run();
            assertThat(watching.error).isInstanceOf(IllegalArgumentException.class);
            say(0, 1);
            assertThat(watching.told).isEmpty();
        }
    }

    @Test
    void shouldRefuseOneThatHasSubscribedBefore() {
        Watching watching = subscribed();
        events.subscribe(watching);
        run();
        assertThat(watching.error).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> events.subscribe(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldSayHowManyWereDroppedAndHoldNobodyUp() {
        Watching slow = subscribed();
        Watching quick = subscribed();
        quick.subscription().request(Long.MAX_VALUE);
        say(0, 2_000);
        assertThat(quick.told).isEqualTo(lines(0, 2_000));
        slow.subscription().request(1_022);
        run();
        assertThat(slow.told).isEqualTo(lines(0, 1_022));
        say(2_000, 2_001);
        slow.subscription().request(2);
        run();
        assertThat(slow.told.subList(1_022, 1_024)).containsExactly(new RunEvent.Dropped(978), line(2_000));

        say(3_000, 5_000);
        events.close();
        slow.subscription().request(Long.MAX_VALUE);
        run();
        assertThat(slow.told.get(slow.told.size() - 1)).isEqualTo(new RunEvent.Dropped(2_000 - 1_022));
        assertThat(slow.complete).isTrue();
    }

    @Test
    void shouldTellTheFirstWhatWasSaidBefore() {
        say(0, 1_500);
        Watching first = subscribed();
        Watching second = subscribed();
        first.subscription().request(Long.MAX_VALUE);
        second.subscription().request(Long.MAX_VALUE);
        events.close();
        run();
        assertThat(first.told.subList(0, 1_022)).isEqualTo(lines(0, 1_022));
        assertThat(first.told.subList(1_022, first.told.size())).containsExactly(new RunEvent.Dropped(478));
        assertThat(second.told).isEmpty();
        assertThat(second.complete).isTrue();
        Watching late = subscribed();
        run();
        assertThat(late.complete).isTrue();
    }
}
