package org.moide.coordinator.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.plan.PlanException;

class RunStopperTest {
    private static final Map<String, List<String>> RUNS = Map.of("4k2x", List.of("node1"), "4m7q", List.of("node1"));

    @Test
    void shouldTakeTheRunWhoseIdBeginsSo() {
        assertThat(RunStopper.only(RUNS, "4k")).isEqualTo("4k2x");
        assertThat(RunStopper.only(Map.of("4k2x", List.of("node1")), null)).isEqualTo("4k2x");
    }

    @Test
    void shouldSayWhichRunsThereAreWhenItIsNotOne() {
        assertThatThrownBy(() -> RunStopper.only(RUNS, "4"))
                .isInstanceOf(PlanException.class)
                .hasMessage("expected the ID of one run with engines on these hosts, found '4': there are 4k2x, 4m7q");
        assertThatThrownBy(() -> RunStopper.only(RUNS, null)).hasMessageEndingWith("found none: there are 4k2x, 4m7q");
        assertThatThrownBy(() -> RunStopper.only(Map.of(), "4k")).hasMessageEndingWith("no run has engines there");
    }
}
