package org.moide.coordinator.run.core;

import java.io.NotSerializableException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.loan.TaskShelf;
import org.moide.commlib.wire.OutlineWriter;
import org.moide.coordinator.journal.JournalState;
import org.moide.coordinator.recording.Recording;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunSettings;

/**
 * An entry of a run's recording: the first entry has the arguments of the core's constructor, each later entry one step
 * of the core.
 */
public sealed interface RunRecord {
    /** Returns a new writer that converts the entries of one part of a recording to bytes. */
    static OutlineWriter outlines() {
        return new OutlineWriter(RetriedTask::headBytes);
    }

    /**
     * The first entry.
     *
     * @param version the version of MOIDE; only a core of the same version can replay the recording
     * @param settings the settings of the run, without {@code books}
     * @param books the state that an earlier coordinator journalled; null if there is none
     * @param bookRecords the number of records that this coordinator had written
     */
    record Began(
            String version,
            RunSettings settings,
            JournalState.@Nullable Parts books,
            long bookRecords,
            List<AssembledEngine> engines,
            long nowNanos)
            implements RunRecord, Recording.Entry {
        static Began of(String version, RunSettings settings, List<AssembledEngine> engines, long nowNanos) {
            RunSettings.Books books = settings.kind() instanceof RunSettings.Bag bag ? bag.books() : null;
            if (books != null && settings.kind() instanceof RunSettings.Bag bag) {
                return new Began(
                        version,
                        settings.with(new RunSettings.Bag(bag.assistance(), bag.roomBytes(), null)),
                        books.before().parts(),
                        books.records(),
                        engines,
                        nowNanos);
            }
            return new Began(version, WordlessRecord.settings(settings), null, 0, engines, nowNanos);
        }

        @Override
        public byte[][] bytes(OutlineWriter outlines) throws NotSerializableException {
            return outlines.outline(this);
        }

        @Override
        public long heldBytes() {
            return 0; // the core holds the same objects
        }

        /** Creates the core as it was at the beginning of the run. */
        public RunCore core(@Nullable ClassLoader classes) {
            RunSettings whole = books != null && settings.kind() instanceof RunSettings.Bag bag
                    ? settings.with(new RunSettings.Bag(
                            bag.assistance(),
                            bag.roomBytes(),
                            new RunSettings.Books(JournalState.of(books), bookRecords)))
                    : settings;
            return new RunCore(whole, engines, classes, TaskShelf.inMemory(), nowNanos);
        }
    }

    /**
     * A step of the core.
     *
     * @param event the event; null if the step was a tick
     * @param acts a number that stands for the acts that the core returned: their hash from {@link RecordedCore#shape},
     *     {@link #NOTHING} or {@link #THREW}
     */
    record Step(long nowNanos, @Nullable RunCoreEvent event, long acts) implements RunRecord {
        /** The value of {@code acts} for a step in which the core returned no acts. */
        static final long NOTHING = 0;

        /** The value of {@code acts} for a step in which the core threw an exception, which no step should. */
        public static final long THREW = -1;
    }
}
