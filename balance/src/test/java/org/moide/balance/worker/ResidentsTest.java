package org.moide.balance.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.strategy.WorkerRule;

class ResidentsTest {
    private static final long STARTED = 100;
    private static final WorkerMessage.MayBegin WORD = new WorkerMessage.MayBegin(STARTED, 3);

    private final InitialPlaces places = new InitialPlaces(
            new Declarations(List.of(new Declarations.Workers(0, 3, WorkerRule.MOVES)), List.of(), false),
            List.of(1.0, 1.0, 1.0));
    private final Residents residents = new Residents(1, places);

    private List<WorkerMessage> waitedFor(Slot arriving) {
        List<WorkerMessage> waited = new ArrayList<>();
        Residents.Waiting waiting = residents.comes(arriving, arriving.place());
        while (waiting != null) {
            assertThat(residents.touched(arriving.worker()))
                    .as("found before it has them")
                    .isNull();
            assertThat(residents.isAnyExpected()).isTrue();
            if (waiting.word() != null) {
                waited.add(waiting.word());
            }
            waited.addAll(waiting.tasks());
            waiting = residents.comes(arriving, arriving.place());
        }
        assertThat(residents.touched(arriving.worker())).isSameAs(arriving);
        return waited;
    }

    @Test
    void shouldKeepTheWordThatAWorkerMayBeginUntilItComes() {
        assertThat(residents.expect(WORD)).isTrue();
        assertThat(residents.waiting()).as("what a cut has to keep").containsExactly(WORD);
        assertThat(residents.leftOver()).singleElement().asString().contains("worker 100 may begin");

        Slot slot = new Slot(STARTED, WorkerRule.STAYS, new WorkerPlace(1, 2));
        assertThat(waitedFor(slot)).containsExactly(WORD);
        assertThat(residents.isAnyExpected()).isFalse();
        assertThat(residents.waiting()).isEmpty();
    }

    @Test
    void shouldNotKeepItForAWorkerThatIsHereOrElsewhere() {
        Slot slot = new Slot(STARTED, WorkerRule.STAYS, new WorkerPlace(1, 2));
        assertThat(waitedFor(slot)).isEmpty();
        assertThat(residents.expect(WORD)).as("it is here").isFalse();
        residents.learn(STARTED, new WorkerPlace(2, 3));
        residents.left(slot);
        assertThat(residents.expect(WORD)).as("it is elsewhere").isFalse();
    }

    @Test
    void shouldNotTakeAWorkerToBeWithAProcessThatHadLeftBeforeThisOneCame() {
        Residents newcomer = new Residents(3, places.without(new Departure(2, List.of(0, 1), List.of(0.1, 1.0))));
        newcomer.learn(2, new WorkerPlace(2, 0)); // an old place, as another process may have it
        assertThat(newcomer.placeOf(2)).as("who inherited it").isEqualTo(new WorkerPlace(1, 0));
        newcomer.learn(STARTED, new WorkerPlace(2, 4));
        assertThat(newcomer.placeOf(STARTED))
                .as("the directory knows where it went")
                .isEqualTo(new WorkerPlace(WorkerTable.DIRECTORY, 4));
    }
}
