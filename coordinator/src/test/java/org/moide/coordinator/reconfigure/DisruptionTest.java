package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DisruptionTest {
    private final Disruption disruption = new Disruption();

    private String ends(String ids, String... handled) {
        String inVain = disruption.hopelessAfter(ids, List.of(handled), null);
        return inVain == null ? "" : inVain;
    }

    @Test
    void shouldNameTheTaskOfAWorkerThatEndsItsEngineWhereverItIs() {
        assertThat(ends("ID 1", "'Boom of worker 7'", "'Step of worker 3'")).isEmpty();
        assertThat(ends("ID 2", "'Boom of worker 7'", "'Step of worker 4'")).isEmpty();
        assertThat(ends("ID 0", "'Boom of worker 7'"))
                .isEqualTo("; in the step after the beginning, with no checkpoint in between, task 'Boom of worker 7'"
                        + " ended its engine so 3 times in a row: it would happen again");
    }

    @Test
    void shouldBeginToCountAnewWhenOthersEndTheirEngine() {
        assertThat(ends("ID 1", "'Boom of worker 7'")).isEmpty();
        assertThat(ends("ID 2", "'Boom of worker 7'")).isEmpty();
        assertThat(ends("ID 0", "'Step of worker 3'")).isEmpty();
        assertThat(ends("ID 2", "'Boom of worker 7'")).isEmpty();
    }

    @Test
    void shouldNameTheIdsThatEndTheirEngineWhenNoTaskIsKnown() {
        assertThat(ends("IDs 2 to 3")).isEmpty();
        assertThat(ends("IDs 2 to 3")).isEmpty();
        assertThat(ends("IDs 2 to 3"))
                .isEqualTo("; in the step after the beginning, with no checkpoint in between, IDs 2 to 3 ended their"
                        + " engine so 3 times in a row: it would happen again");
    }
}
