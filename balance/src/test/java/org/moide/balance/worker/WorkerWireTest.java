package org.moide.balance.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class WorkerWireTest {
    private static final WorkerMessage.Task TASK =
            new WorkerMessage.Task(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, new byte[] {11, 12});
    private static final WorkerMessage.Answer ANSWER = new WorkerMessage.Answer(8, true, 10, new byte[] {13});

    private static List<Object> read(byte[] batch) {
        List<Object> all = new ArrayList<>();
        WorkerWire.read(batch, new WorkerWire.Reader() {
            @Override
            public void task(WorkerMessage.Task task) {
                all.add(task);
            }

            @Override
            public void answer(WorkerMessage.Answer answer) {
                all.add(answer);
            }

            @Override
            public void other(Object message) {
                all.add(message);
            }
        });
        return all;
    }

    private static byte[] batch() {
        WorkerWire.Batch batch = new WorkerWire.Batch();
        batch.add(TASK);
        batch.add(ANSWER);
        batch.addEncoded(WorkerWire.encode(TASK));
        return batch.take();
    }

    @Test
    void shouldBringBackABatchInItsOrder() {
        List<Object> read = read(batch());
        assertThat(read).usingRecursiveComparison().isEqualTo(List.of(TASK, ANSWER, TASK));
    }

    @Test
    void shouldGrowAndBeginAnew() {
        WorkerWire.Batch batch = new WorkerWire.Batch();
        for (int round = 0; round < 2; round++) {
            for (int task = 0; task < 2_000; task++) {
                batch.add(TASK);
            }
            assertThat(read(batch.take())).hasSize(2_000);
            assertThat(batch.length()).isZero();
        }
    }

    @Test
    void shouldRefuseOrReadABatchThatIsSpoilt() {
        Random random = new Random(3);
        byte[] whole = batch();
        for (int attempt = 0; attempt < 20_000; attempt++) {
            byte[] spoilt = Arrays.copyOf(whole, random.nextInt(4) > 0 ? whole.length : random.nextInt(whole.length));
            for (int change = random.nextInt(3); change > 0 && spoilt.length > 0; change--) {
                spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt();
            }
            try {
                read(spoilt);
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageNotContaining("Error");
            }
        }
    }

    @Test
    void shouldMakeNothingOfALengthThatIsNotThere() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] claims = ByteBuffer.allocate(20).put((byte) 3).putInt(1 << 28).array();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> read(claims)).hasMessageEndingWith(" " + (1 << 28));
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
    }
}
