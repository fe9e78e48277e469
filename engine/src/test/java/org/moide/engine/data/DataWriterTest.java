package org.moide.engine.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.WrittenObject;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.SystemTicker;
import org.moide.engine.control.Timing;

class DataWriterTest {
    private static final int BYTES = 2 * DataHolder.PIECE_BYTES + 5;

    private final List<String> calls = new ArrayList<>(); // read after the writer has reported that it is done
    private final Semaphore stored = new Semaphore(0);
    private volatile Runnable interruption = () -> {};
    private int failures;
    private int fullDisks;

    private final FakeDataSpace space = new FakeDataSpace() {
        @Override
        public long store(int seat, long number, long bytes, long offset, byte[] piece) {
            calls.add(number + ": " + piece.length + " from " + offset + " of " + bytes);
            if (failures-- > 0) {
                interruption.run();
                throw new OutcomeUnknownException("the connection was reset", null);
            }
            boolean whole = offset + piece.length == bytes;
            return !whole ? NOT_WHOLE : fullDisks-- > 0 ? DISK_FAILS : 1000 + number;
        }

        @Override
        public void discard(int seat, long number) {
            calls.add(number + ": discard");
        }
    };

    private final DataWriter writer = new DataWriter(
            "engine-4",
            4,
            space,
            BYTES,
            stored::release,
            why -> calls.add("broken: " + why),
            Timing.USUAL,
            new Surroundings(new SystemTicker(), QuickSignal::new, Thread::new, UnexpectedFaults::fail));

    @AfterEach
    void close() {
        writer.close();
    }

    @Test
    void shouldStoreAnObjectPieceByPieceAndSayWhereItIs() throws InterruptedException {
        WrittenData written = writer.write(7, new byte[BYTES]);
        awaitStored();

        assertThat(written.stored().get()).isEqualTo(new WrittenObject(7, 4, 1001, BYTES));
        assertThat(calls)
                .containsExactly(
                        "1: 1048576 from 0 of 2097157",
                        "1: 1048576 from 1048576 of 2097157",
                        "1: 5 from 2097152 of 2097157");
    }

    @Test
    void shouldStoreAPieceAgainAfterACallWithoutAnswerAndAfterADiskThatFailed() throws InterruptedException {
        failures = 2;
        fullDisks = 2;

        WrittenData written = writer.write(7, new byte[3]);
        awaitStored();

        assertThat(written.stored().get()).isEqualTo(new WrittenObject(7, 4, 1001, 3));
        assertThat(calls).hasSize(5).containsOnly("1: 3 from 0 of 3");
    }

    @Test
    void shouldStoreAnObjectWholeWhenItsThreadIsInterrupted() throws InterruptedException {
        failures = 1;
        interruption = () -> Thread.currentThread().interrupt();

        WrittenData written = writer.write(7, new byte[3]);
        awaitStored();

        assertThat(written.stored().get()).isEqualTo(new WrittenObject(7, 4, 1001, 3));
        assertThat(calls).containsExactly("1: 3 from 0 of 3", "1: 3 from 0 of 3");
    }

    @Test
    void shouldWaitWithTheNextObjectUntilThereIsRoomAndDiscardWhatIsNotWanted() throws InterruptedException {
        WrittenData first = writer.write(7, new byte[BYTES]);
        writer.discard(first);
        writer.write(8, new byte[1]);
        assertThat(first.stored().get())
                .as("it was sent before the next could be written")
                .isNotNull();
        stored.acquire();
        awaitStored();

        assertThat(calls).endsWith("1: discard", "2: 1 from 0 of 1");
    }

    private void awaitStored() throws InterruptedException {
        assertThat(stored.tryAcquire(100, TimeUnit.SECONDS)).as("stored").isTrue();
    }
}
