package org.moide.command.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.command.trace.CollectiveWaits.Arrow;
import org.moide.command.trace.CollectiveWaits.Moment;
import org.moide.command.trace.CollectiveWaits.Track;

class CollectiveWaitsTest {
    private static final long US = 1_000;
    private static final Track EARLY = new Track(0, 0);
    private static final Track LATE = new Track(7, 0);
    private static final Track LAST = new Track(7, 1);

    private final CollectiveWaits meetings = new CollectiveWaits(1_000);

    /**
     * Reports a barrier for which engine 2, called process 7 in the trace, comes late. The second of its threads comes
     * last.
     *
     * @return the arrows of the trace
     */
    private List<Arrow> barrier(Track early, long at) {
        List<Arrow> arrows = new ArrayList<>();
        meetings.waited(early, 2, at + 10 * US, 480 * US);
        arrows.addAll(meetings.was(early, 0, "remoteBarrier", at, 500 * US));
        arrows.addAll(meetings.was(LATE, 2, "remoteBarrier", at + 100 * US, 400 * US));
        arrows.addAll(meetings.was(LAST, 2, "remoteBarrier", at + 400 * US, 100 * US));
        return arrows;
    }

    @Test
    void shouldLeadFromTheLastThatCameToTheEndOfTheWait() {
        assertThat(barrier(EARLY, 0)).as("others may not have been told yet").isEmpty();
        barrier(EARLY, 2_000 * US);

        assertThat(meetings.rest())
                .containsExactly(
                        new Arrow(new Moment(LAST, 400 * US), new Moment(EARLY, 490 * US - 1)),
                        new Arrow(new Moment(LAST, 2_400 * US), new Moment(EARLY, 2_490 * US - 1)));
        assertThat(meetings.rest()).isEmpty();
    }

    @Test
    void shouldFindNobodyWhenTheCallsDoNotBelongTogether() {
        meetings.was(EARLY, 0, "allReduce", 0, 10 * US);
        meetings.waited(EARLY, 2, 100 * US, 50 * US);
        meetings.was(EARLY, 0, "allReduce", 90 * US, 70 * US); // its second call
        meetings.was(LATE, 2, "allReduce", 120 * US, 30 * US); // its first call, at the time of the other's second
        meetings.waited(EARLY, 2, 200 * US, 50 * US);
        meetings.was(EARLY, 0, "receive", 190 * US, 70 * US);
        meetings.waited(EARLY, 2, 300 * US, 5 * US);
        meetings.was(EARLY, 0, "barrier", 290 * US, 70 * US);
        meetings.was(LATE, 2, "barrier", 300 * US, 70 * US);
        meetings.was(
                LATE, 2, "gather", 100 * US, 10 * US); // the first call of both, but long before: perhaps of a group
        meetings.waited(EARLY, 2, 500 * US, 50 * US);
        meetings.was(EARLY, 0, "gather", 490 * US, 70 * US);

        assertThat(meetings.rest())
                .as("another call, no collective, hardly a wait, another time")
                .isEmpty();
    }

    @Test
    void shouldCountAnewWhenThreadsEnterTheApplicationAndNotWhatWasLost() {
        meetings.was(LATE, 2, "remoteBarrier", 0, US);
        meetings.lost(LATE.seat());
        barrier(EARLY, 1_000 * US);
        assertThat(meetings.rest())
                .as("nobody knows which of the other's calls is missing")
                .isEmpty();

        for (Track track : List.of(EARLY, LATE, LAST)) {
            meetings.was(track, 0, "compute", 0, 1_900 * US);
        }
        barrier(EARLY, 2_000 * US);
        assertThat(meetings.rest()).hasSize(1);
    }

    @Test
    void shouldForgetTheOldestCallsAndTellOfThemFirst() {
        CollectiveWaits small = new CollectiveWaits(4);
        List<Arrow> told = new ArrayList<>();
        for (long call = 0; call < 100; call++) {
            long at = call * 1_000 * US;
            small.waited(EARLY, 1, at, 100 * US);
            told.addAll(small.was(EARLY, 0, "scan", at, 100 * US));
            told.addAll(small.was(LATE, 1, "scan", at + 50 * US, 50 * US));
        }

        assertThat(told)
                .as("all but the last two")
                .hasSize(98)
                .isSortedAccordingTo((one, other) ->
                        Long.compare(one.from().nanos(), other.from().nanos()));
        assertThat(small.rest()).hasSize(2);
    }
}
