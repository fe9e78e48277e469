package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.PackedTasks;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.journal.Held;
import org.moide.coordinator.journal.Journal;
import org.moide.coordinator.journal.JournalRecord;

class ReturnCountTest {
    private static final int RETURNS = 5;

    private final SimulatedDisk disk =
            new SimulatedDisk(new DiskHealth(new SplittableRandom(1)), new SplittableRandom(2));

    /** Returns a journal that contains records of returned loans and others. */
    private byte[] journal() {
        Journal.Listener listener = new Journal.Listener() {
            @Override
            public void synced(long upTo) {}

            @Override
            public void failing(String why) {
                throw new IllegalStateException(why);
            }

            @Override
            public void recovered() {}
        };
        try (Journal journal = new Journal(
                disk,
                0,
                () -> {},
                Held.NOTHING,
                listener,
                new Surroundings(
                        System::nanoTime,
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        new DaemonThreads("test", (where, fault) -> {}),
                        (where, fault) -> {}))) {
            journal.append(new JournalRecord.Began("application", "1"));
            journal.append(new JournalRecord.Created());
            for (int number = 0; number < RETURNS; number++) {
                journal.append(new JournalRecord.Returned(
                        new long[] {number}, 1, 0, new byte[] {1}, new PackedTasks(0, new byte[0])));
            }
        }
        return disk.written();
    }

    @Test
    void shouldCountTheSameWhetherAJournalIsReadAtOnceOrAsItGrows() {
        byte[] whole = journal();
        ReturnCount growing = new ReturnCount();
        long last = 0;
        for (int length = 0; length <= whole.length; length++) {
            byte[] now = Arrays.copyOf(whole, length);
            last = growing.of(now);
            assertThat(last).isEqualTo(new ReturnCount().of(now)).isEqualTo(growing.of(now));
        }
        assertThat(last).isEqualTo(RETURNS);
    }

    @Test
    void shouldCountAnewWhenWhatWasThereIsNotAnyMore() {
        byte[] whole = journal();
        ReturnCount count = new ReturnCount();
        assertThat(count.of(whole)).isEqualTo(RETURNS);
        byte[] shorter = Arrays.copyOf(whole, whole.length - 1);
        assertThat(count.of(shorter)).isEqualTo(RETURNS - 1);
        byte[] broken = whole.clone();
        broken[whole.length / 2] ^= 1;
        assertThat(count.of(broken)).isLessThan(RETURNS - 1).isEqualTo(new ReturnCount().of(broken));
        assertThat(count.of(whole)).isEqualTo(RETURNS);
    }
}
