package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
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

    @Test
    void shouldKeepLongContentInOrder() throws IOException {
        byte[] all = new byte[1_000_003];
        new Random(1).nextBytes(all);
        try (MeasuredBytes bytes = new MeasuredBytes(all.length)) {
            bytes.write(all[0]);
            int done = 1;
            for (int length = 1; done < all.length; length = 3 * length + 1) {
                int some = Math.min(length, all.length - done);
                bytes.write(all, done, some);
                done += some;
            }
            assertThat(bytes.kept()).isEqualTo(all);
        }
    }
}
