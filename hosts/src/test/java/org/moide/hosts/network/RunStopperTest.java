package org.moide.hosts.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.plan.PlanException;

class RunStopperTest {
    private static final Set<String> RUNS = new TreeSet<>(Set.of("4k2x", "4m7q"));

    @Test
    void shouldTakeTheRunWhoseIdBeginsSo() {
        assertThat(RunStopper.only(RUNS, "4k")).isEqualTo("4k2x");
        assertThat(RunStopper.only(Set.of("4k2x"), null)).isEqualTo("4k2x");
    }

    @Test
    void shouldSayWhichRunsThereAreWhenItIsNotOne() {
        assertThatThrownBy(() -> RunStopper.only(RUNS, "4"))
                .isInstanceOf(PlanException.class)
                .hasMessage("expected the ID of one run with engines on these hosts, found '4': there are 4k2x, 4m7q");
        assertThatThrownBy(() -> RunStopper.only(RUNS, null)).hasMessageEndingWith("found none: there are 4k2x, 4m7q");
        assertThatThrownBy(() -> RunStopper.only(Set.of(), "4k")).hasMessageEndingWith("no run has engines there");
    }
}
