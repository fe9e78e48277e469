package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.moide.engine.control.EngineNumber;
import org.moide.engine.control.Timing;

class SuccessorsTest {
    private final EpochOutputs outputs = new EpochOutputs();
    private final Successors successors = new Successors(new EpochTable(), outputs, Timing.USUAL);

    @Test
    void shouldLookElsewhereAfterEachTryThatFailed() {
        successors.recruit(new EngineNumber(0), 1, Set.of());
        EpochOutput.Recruit first = recruit();
        assertThat(successors.mayTryAgain(first.seat())).isTrue();
        successors.recruit(new EngineNumber(0), 1, Set.of());
        EpochOutput.Recruit second = recruit();
        assertThat(successors.mayTryAgain(second.seat())).isTrue();
        successors.recruit(new EngineNumber(0), 1, Set.of());

        assertThat(first.awayFrom()).isEmpty();
        assertThat(second.awayFrom()).containsExactly(first.seat());
        assertThat(recruit().awayFrom()).containsExactlyInAnyOrder(first.seat(), second.seat());
    }

    @Test
    void shouldForgetWhatFailedOnceAllCompute() {
        successors.recruit(new EngineNumber(0), 1, Set.of());
        successors.mayTryAgain(recruit().seat());
        successors.allCompute();
        successors.recruit(new EngineNumber(0), 1, Set.of());

        assertThat(recruit().awayFrom()).isEmpty();
    }

    private EpochOutput.Recruit recruit() {
        List<EpochOutput> wanted = outputs.take();
        assertThat(wanted).hasSize(1);
        return (EpochOutput.Recruit) wanted.get(0);
    }
}
