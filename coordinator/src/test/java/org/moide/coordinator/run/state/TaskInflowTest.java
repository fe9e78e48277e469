package org.moide.coordinator.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskInflowTest {
    private static final List<byte[]> PART = Collections.nCopies(1_000, new byte[1_000]);

    private final TaskInflow inflow = new TaskInflow();

    @Test
    void shouldWaitForTheJournalThoughNothingIsLentBeforeAllIsThere() {
        inflow.took(PART);
        inflow.took(PART);
        assertThat(inflow.wanted(2_000, true, TaskInflow.MOST_BYTES)).isZero();
        assertThat(inflow.wanted(2_000, true, TaskInflow.MOST_BYTES - 1)).isEqualTo(2);
        assertThat(inflow.wanted(2_000, true, 0)).as("each is said once").isZero();
    }

    @Test
    void shouldWantNoMoreWhenManyTasksOrManyBytesWait() {
        inflow.took(PART);
        assertThat(inflow.wanted(TaskInflow.MOST_TASKS, false, 0)).isZero();
        inflow.took(Collections.nCopies(1_000, new byte[3_000]));
        assertThat(inflow.wanted(TaskInflow.MOST_BYTES / 2_000 + 1, false, 0)).isZero();
        assertThat(inflow.wanted(TaskInflow.MOST_TASKS, true, 0)).isEqualTo(2);
    }
}
