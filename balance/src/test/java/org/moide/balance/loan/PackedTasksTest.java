package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PackedTasksTest {
    @Test
    void shouldUnpackWhatWasPackedInItsOrder() {
        PackedTasks packed = PackedTasks.of(List.of(new byte[] {1, 2}, new byte[0], new byte[] {3}));
        assertThat(packed.count()).isEqualTo(3);
        assertThat(packed.unpacked()).containsExactly(new byte[] {1, 2}, new byte[0], new byte[] {3});
        assertThat(PackedTasks.of(List.of()).unpacked()).isEmpty();
    }

    @Test
    void shouldRefuseBytesThatAreNoTasks() {
        assertThatThrownBy(() -> new PackedTasks(1, new byte[] {0, 0, 0, 9, 1}))
                .hasMessage("expected 1 tasks in 5 bytes, found 0");
        assertThatThrownBy(() -> new PackedTasks(1, new byte[] {-1, 0, 0, 0})).hasMessageContaining("found 0");
        assertThatThrownBy(() -> new PackedTasks(2, new byte[4])).hasMessage("expected 2 tasks in 4 bytes, found 1");
        assertThatThrownBy(() -> new PackedTasks(0, new byte[4]))
                .hasMessage("expected 0 tasks in 4 bytes, found 4 bytes more");
    }
}
