package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.journal.JournalFile;

final class ObjectFileTest {
    private static final String WRITER = "a task on engine 1";

    /**
     * A disk that behaves like that of a real system: when a sync has failed, the bytes that it should have written
     * count as written, although they are not on the disk. The disk records each write separately.
     */
    private static final class ForgetfulDisk implements JournalFile {
        private final Map<Long, byte[]> lasting = new TreeMap<>();
        private final Map<Long, byte[]> unsynced = new TreeMap<>();
        private byte[] inMemory = new byte[0];
        private boolean failing;

        void fail(boolean now) {
            failing = now;
        }

        /** Returns a disk as it would be after a power loss: it contains only synced bytes. */
        ForgetfulDisk afterPowerLoss() {
            ForgetfulDisk left = new ForgetfulDisk();
            lasting.forEach((at, bytes) -> left.write(ByteBuffer.wrap(bytes), at));
            return left;
        }

        @Override
        public long length() {
            return inMemory.length;
        }

        @Override
        public int read(ByteBuffer into, long position) {
            int count = Math.max(0, Math.min(into.remaining(), inMemory.length - (int) position));
            into.put(inMemory, (int) position, count);
            return count;
        }

        @Override
        public void write(ByteBuffer from, long position) {
            byte[] bytes = new byte[from.remaining()];
            from.get(bytes);
            unsynced.put(position, bytes);
            inMemory = Arrays.copyOf(inMemory, Math.max(inMemory.length, (int) position + bytes.length));
            System.arraycopy(bytes, 0, inMemory, (int) position, bytes.length);
        }

        @Override
        public void truncate(long length) {
            throw new UnsupportedOperationException("what tasks wrote is not cut off");
        }

        @Override
        public void sync() throws IOException {
            boolean fails = failing;
            if (!fails) {
                lasting.putAll(unsynced);
            }
            unsynced.clear();
            if (fails) {
                throw new IOException("planned");
            }
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    private static byte[] bytes(int value) {
        byte[] bytes = new byte[100];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static ObjectFile on(JournalFile disk, long before) {
        return new ObjectFile(1_000, disk, before);
    }

    private static void assertThere(ForgetfulDisk disk, Map<Long, byte[]> byPlace) throws IOException {
        try (ObjectFile after = on(disk, disk.length())) {
            for (Map.Entry<Long, byte[]> one : byPlace.entrySet()) {
                after.restore(one.getKey(), one.getValue().length, WRITER);
                after.name(one.getKey(), one.getKey());
                assertThat(after.whole(one.getKey(), 100)).isEqualTo(one.getValue());
            }
        }
    }

    @Test
    void shouldHaveOnDiskWhatWasWrittenBeforeASyncThatFailed() throws IOException {
        ForgetfulDisk disk = new ForgetfulDisk();
        try (ObjectFile objects = on(disk, 0)) {
            long first = objects.store(bytes(1), WRITER);
            objects.sync();
            long second = objects.store(bytes(2), WRITER);
            disk.fail(true);
            assertThatThrownBy(objects::sync).hasMessage("planned");
            long third = objects.store(bytes(3), WRITER);
            disk.fail(false);
            objects.sync();

            assertThere(disk.afterPowerLoss(), Map.of(first, bytes(1), second, bytes(2), third, bytes(3)));
        }
    }

    /** Tests objects that an earlier coordinator stored. The sync of that coordinator failed, or there was none. */
    @Test
    void shouldHaveOnDiskWhatAnEarlierCoordinatorHadWritten() throws IOException {
        ForgetfulDisk disk = new ForgetfulDisk();
        long first;
        try (ObjectFile objects = on(disk, 0)) {
            first = objects.store(bytes(1), WRITER);
        }
        disk.fail(true);
        assertThatThrownBy(disk::sync).hasMessage("planned");
        disk.fail(false);
        try (ObjectFile objects = on(disk, disk.length())) {
            objects.sync();

            assertThere(disk.afterPowerLoss(), Map.of(first, bytes(1)));
        }
    }

    @Test
    void shouldNotSyncAgainWhatIsOnDisk() throws IOException {
        ForgetfulDisk disk = new ForgetfulDisk();
        try (ObjectFile objects = on(disk, 0)) {
            objects.store(bytes(1), WRITER);
            objects.sync();
            disk.fail(true);
            objects.sync();
        }
    }
}
