package org.moide.coordinator.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeldResultsTest {
    private final HeldResults held = new HeldResults();

    @Test
    void shouldFreeAResultWhenItIsMergedAndOnDisk() {
        held.add(1, 10);
        held.add(2, 11);
        assertThat(held.merged(1)).isEmpty();
        assertThat(held.synced(10)).containsExactly(1L);
        assertThat(held.synced(11)).isEmpty();
        assertThat(held.merged(2)).containsExactly(2L);
    }

    @Test
    void shouldFreeAResultWhenItIsMergedAndThereIsNoJournal() {
        held.add(1, 0);
        assertThat(held.merged(1)).containsExactly(1L);
        assertThat(held.merged(1)).isEmpty();
    }
}
