package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.run.state.RunCoreEvent;

class EngineLifelinesTest {
    private final List<RunCoreEvent> events = new ArrayList<>();
    private final EngineLifelines lifelines = new EngineLifelines("r1", events::add);

    @Test
    void shouldTellOfEachEngineWhenItsLifelineOpensAndCloses() {
        lifelines.opened("engine-1-of-r1");
        lifelines.opened("engine-2-of-r1");
        lifelines.closed("engine-1-of-r1");
        lifelines.opened("engine-1-of-r1");

        assertThat(events)
                .containsExactly(
                        new RunCoreEvent.LifelineOpened(1),
                        new RunCoreEvent.LifelineOpened(2),
                        new RunCoreEvent.LifelineClosed(1),
                        new RunCoreEvent.LifelineOpened(1));
    }

    @Test
    void shouldNotTakeTheEndOfABrokenLifelineForThatOfTheNewOne() {
        lifelines.opened("engine-1-of-r1");
        lifelines.opened("engine-1-of-r1");
        lifelines.closed("engine-1-of-r1");
        assertThat(events).containsExactly(new RunCoreEvent.LifelineOpened(1));

        lifelines.closed("engine-1-of-r1");
        assertThat(events).containsExactly(new RunCoreEvent.LifelineOpened(1), new RunCoreEvent.LifelineClosed(1));
    }

    @Test
    void shouldLeaveOutThoseOfOthers() {
        lifelines.opened("engine-1-of-r2");
        lifelines.closed("daemon");

        assertThat(events).isEmpty();
    }
}
