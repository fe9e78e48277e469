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

/** An entry of a run's recording: first how its core was made, and then each of its steps. Plain data. */
public sealed interface RunRecord {
    /** Returns the writer of entries. */
    static OutlineWriter outlines() {
        return new OutlineWriter(RetriedTask::headBytes);
    }

    /**
     * The first entry.
     *
     * @param version the version of MOIDE; only cores of that version can be stepped through the rest
     * @param settings without {@code books}
     * @param books the state that an earlier coordinator wrote; null if there is none
     * @param bookRecords how many records this coordinator had added
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
            return 0; // the core has the same
        }

        /** Returns the core as it was. */
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
     * A step.
     *
     * @param event the event; null if it was a tick
     * @param acts the shape of what was to be done, or {@link #NOTHING} or {@link #THREW}
     */
    record Step(long nowNanos, @Nullable RunCoreEvent event, long acts) implements RunRecord {
        /** The shape of a step after which nothing was to be done. */
        static final long NOTHING = 0;

        /** The shape of a step in which the core has thrown, which it never should. */
        public static final long THREW = -1;
    }
}
