package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.leave.Departure;
import org.moide.commlib.contract.DirectSystem;
import org.moide.engine.control.Processes;
import org.moide.engine.worker.EngineSave.Plan;

/** Tests the plan that a joining engine gets: it joins engines 0 and 2 as process 3, after process 1 has left. */
class OpeningTest {
    private static final Plan BEGUN = new Plan(
            new Declarations(List.of(), List.of(), false),
            List.of(1.0, 1.0, 1.0),
            List.of(0, 1, 2),
            false,
            KnownHosts.UNKNOWN,
            List.of());

    private static Processes processes() {
        return new Processes(DirectSystem.registration(4, 1, 1, 1), List.of(0, 2, 3));
    }

    private static JoinMessage.Welcome welcome(Plan plan) {
        return new JoinMessage.Welcome(plan, KnownHosts.UNKNOWN, 5, 6);
    }

    @Test
    void shouldBeginWithWhoIsThereWhenTheRestHasLeft() {
        Plan plan = BEGUN.without(new Departure(1, List.of(0, 2), List.of(1.0, 1.0)));
        assertThat(Opening.joined(welcome(plan), processes()).cut()).isEqualTo(5);
    }

    @Test
    void shouldRefuseToBeginWhenEngine0KnowsOfOthersThanTheCoordinatorHasTold() {
        assertThatThrownBy(() -> Opening.joined(welcome(BEGUN), processes()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("found [0, 2, 3] there, and [] to have left");
    }
}
