package org.moide.coordinator.run.spmd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.run.SteppedRun;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;

class ManyEndsTest {
    private static SteppedRun started(int engines) {
        SteppedRun run = SteppedRun.spmd(engines);
        run.begin();
        for (int engine = 0; engine < engines; engine++) {
            run.report(engine, new EngineReport.Registered(1));
        }
        return run;
    }

    private static List<Integer> sizesToldTo(SteppedRun run, int engine) {
        return run.told(engine).stream()
                .filter(EngineCommand.Members.class::isInstance)
                .map(told -> ((EngineCommand.Members) told).members().size())
                .toList();
    }

    @Test
    void shouldTellFewEnginesOfEachThatEnds() {
        SteppedRun run = started(4);
        run.finish(0);
        run.finish(1);
        run.finish(2);

        assertThat(sizesToldTo(run, 3)).containsExactly(3, 2, 1);
    }

    @Test
    void shouldTellVeryManyEnginesOfAllThatHaveEndedMeanwhile() {
        SteppedRun run = started(40);
        for (int engine = 0; engine < 38; engine++) {
            run.finish(engine);
        }
        assertThat(sizesToldTo(run, 39)).containsExactly(39);

        run.tick();
        assertThat(sizesToldTo(run, 39)).containsExactly(39);
        run.pass(1);
        assertThat(sizesToldTo(run, 39)).containsExactly(39, 2);
        run.finish(38);
        assertThat(sizesToldTo(run, 39)).containsExactly(39, 2, 1);
        run.finish(39);
        assertThat(run.outcomes).hasSize(1);
    }
}
