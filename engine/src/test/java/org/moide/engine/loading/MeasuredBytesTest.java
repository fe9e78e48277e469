package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MeasuredBytesTest {
    @Test
    void shouldKeepBytesUpToTheLimitAndCountAll() throws IOException {
        try (MeasuredBytes bytes = new MeasuredBytes(3)) {
            bytes.write(1);
            bytes.write(new byte[] {2, 3});
            assertThat(bytes.areKept()).isTrue();
            assertThat(bytes.kept()).containsExactly(1, 2, 3);
            bytes.write(4);
            bytes.write(new byte[5]);
            assertThat(bytes.areKept()).isFalse();
            assertThat(bytes.count()).isEqualTo(9);
        }
    }
}
