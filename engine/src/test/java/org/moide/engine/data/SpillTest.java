package org.moide.engine.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.data.DataTotals;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.engine.control.DataStatistics;

/** Tests objects that are written to disk and read back. */
final class SpillTest {
    private static final long MOST_BYTES = 100;

    @TempDir
    Path folder;

    private final DataCounts counts = new DataCounts();
    private final ConcurrentLinkedQueue<Long> lost = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();

    private Spill spill(Path where, ThreadFactory threads) {
        return new Spill(
                "engine-1",
                new SpilledObjects(where),
                MOST_BYTES,
                counts,
                lost::add,
                new Surroundings(System::nanoTime, SpinThenParkSignal.factory(1), threads, (role, fault) -> {
                    throw new AssertionError(role, fault);
                }));
    }

    private Spill spill(Path where) {
        return spill(where, new DaemonThreads("test", (role, fault) -> faults.add(fault)));
    }

    private static byte[] bytes(int value, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @Test
    void shouldGiveBackFromDiskWhatWasDropped() throws Exception {
        HeldObjects held = new HeldObjects();
        try (Spill spill = spill(folder)) {
            held.spillTo(spill);
            for (int id = 0; id < 3; id++) {
                int one = id;
                Awaitility.await().until(() -> {
                    held.keep(one, bytes(one, 50)); // repeated while the disk is too slow
                    return held.drop(one);
                });
            }
            LinkedBlockingQueue<byte[]> read = new LinkedBlockingQueue<>();
            spill.readBack(1, read::add);

            assertThat(read.poll(100, TimeUnit.SECONDS)).isEqualTo(bytes(1, 50));
            assertThat(held.piece(2, 10, 5)).as("for another engine").isEqualTo(bytes(2, 5));
            assertThat(held.drop(2)).as("it is not in memory").isFalse();
        }
        assertThat(counts.with(DataTotals.NONE)).isEqualTo(new DataStatistics(DataTotals.NONE, 0, 0, 3, 150, 1, 0));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).as("the file is gone").isEmpty();
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void shouldHaveAnObjectWhileItIsBeingWrittenAndTakeNoMoreThanItMay() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        ThreadFactory slow = job -> new Thread(() -> {
            try {
                goOn.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            job.run();
        });
        try (Spill spill = spill(folder, slow)) {
            assertThat(spill.take(1, bytes(1, 60))).isTrue();
            assertThat(spill.has(1)).isTrue();
            assertThat(spill.bytes(1)).isEqualTo(bytes(1, 60));
            assertThat(spill.take(2, bytes(2, 60))).as("more waits than may").isFalse();
            assertThat(spill.take(1, bytes(1, 60))).as("again").isTrue();
            goOn.countDown();

            Awaitility.await().until(() -> spill.take(2, bytes(2, 60)));
            Awaitility.await().until(() -> spill.take(3, bytes(3, 60)));
            for (int id : List.of(1, 2, 3)) {
                assertThat(spill.bytes(id)).isEqualTo(bytes(id, 60));
            }
            assertThat(spill.bytes(4)).isNull();
        }
    }

    @Test
    void shouldForgetWhatTheDiskDoesNotTake() throws IOException {
        Path none = folder.resolve("none");
        assertThat(new SpilledObjects(none).isUsable()).isFalse();
        try (Spill spill = spill(none)) {
            assertThat(spill.take(1, bytes(1, 60))).isTrue();

            Awaitility.await().until(() -> lost.contains(1L));
            Awaitility.await().until(() -> !spill.has(1));
            assertThat(spill.bytes(1)).isNull();
        }
        assertThat(faults).isEmpty();
    }
}
