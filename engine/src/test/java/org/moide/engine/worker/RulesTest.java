package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.engine.Directives;

class RulesTest {
    @Test
    void shouldTakeOverEveryDirective() {
        assertThat(Rules.of(Directives.NONE)).isEqualTo(WorkerRule.STAYS);
        assertThat(Rules.of(Directives.NONE.moveAnywhere())).isEqualTo(WorkerRule.MOVES);
        assertThat(Rules.of(Directives.NONE
                        .startOn(1, 2)
                        .moveTo(3)
                        .neighbours(4, 5)
                        .neighbourGroups(6)
                        .after(7, 8)
                        .weight(9, 10)
                        .weight(11, 0.5)
                        .onHosts("a", "b*")
                        .onLabels("gpu")
                        .needsMemory(12)))
                .isEqualTo(new WorkerRule(
                        List.of(1, 2),
                        true,
                        List.of(3),
                        List.of(4L, 5L),
                        List.of(6L),
                        List.of(7L, 8L),
                        Map.of(9, 10.0, 11, 0.5),
                        new HostNeeds(List.of("a", "b*"), List.of("gpu"), 12)));
    }
}
