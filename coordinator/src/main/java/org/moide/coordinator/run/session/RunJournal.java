package org.moide.coordinator.run.session;

import java.io.IOException;
import org.moide.balance.loan.TaskRoom;
import org.moide.coordinator.journal.Held;
import org.moide.coordinator.journal.Journal;
import org.moide.coordinator.journal.JournalFile;
import org.moide.coordinator.journal.JournalReader;
import org.moide.coordinator.journal.JournalRecord;
import org.moide.coordinator.journal.JournalState;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunSettings;
import org.moide.engine.control.EventLoop;

/**
 * The journal of a run. It may have records of an earlier coordinator, after which this coordinator goes on. Used by
 * the thread that executes the run.
 */
public final class RunJournal {
    private final JournalFile file;
    private final JournalFile objects;
    private final JournalReader.Continuation from;
    private final JournalRecord.Began began;
    private final Held held;
    private final long objectsBytes;

    /**
     * Reads the journal.
     *
     * @param objects the file with the bytes of objects that tasks wrote
     * @param room limits the memory for tasks; tasks beyond it are read from the journal when they are needed
     * @param began the program that must have written the journal
     * @param held the limits up to which data is held back before it is written to disk
     * @throws PlanException if the journal is of another application, or cannot be read
     */
    public RunJournal(JournalFile file, JournalFile objects, TaskRoom room, JournalRecord.Began began, Held held) {
        this.file = file;
        this.objects = objects;
        this.began = began;
        this.held = held;
        try {
            this.from = JournalReader.resume(file, room);
            if (isNew()) {
                objects.truncate(0);
            }
            this.objectsBytes = objects.length();
        } catch (IOException | IllegalStateException unreadable) {
            throw new PlanException("cannot go on from the run's journal " + file + ": " + unreadable.getMessage());
        }
        JournalRecord.Began before = from.state().began();
        if (before != null && !before.equals(began)) {
            throw new PlanException(
                    before.application().equals(began.application())
                            ? "expected the classes and files with which the run began, found others: "
                                    + began.application()
                                    + " was built anew, or one of --files changed; start the run again with 'moide run'"
                            : "expected the journal of " + began.application() + ", found that of "
                                    + before.application());
        }
    }

    /** Returns the state that an earlier coordinator has journalled. If there was none, the state is empty. */
    public JournalState before() {
        return from.state();
    }

    /** Returns the file with the bytes of objects that tasks write. */
    JournalFile objects() {
        return objects;
    }

    /** Returns the number of bytes that an earlier coordinator wrote to {@link #objects}. */
    long objectsBytes() {
        return objectsBytes;
    }

    /**
     * Returns the state of the journal with which the run's core begins. If the journal is new, the first record counts
     * as written already; {@link #start} writes it, and it names the program.
     */
    RunSettings.Books books() {
        return new RunSettings.Books(before(), isNew() ? 1 : 0);
    }

    /**
     * Returns a description of that part of the journal which cannot be used, in words that follow "the journal"; empty
     * if all of it can be used.
     */
    public String trouble() {
        return from.trouble();
    }

    /**
     * Returns whether the journal has every record that was ever acknowledged. That is so if at most the end of the
     * journal is incomplete, as it is after the loss of a coordinator.
     */
    public boolean isOnlyTorn() {
        return !isNew() && from.extent().behind() == null;
    }

    /** Returns whether the journal has no record, so that there is nothing to resume. */
    public boolean isNew() {
        return from.wholeBytes() == 0;
    }

    /**
     * Starts writing the journal. The loop gets an event whenever records are on disk.
     *
     * @param shared forces objects of tasks to disk before a record that refers to them is written
     */
    Journal start(SharedStore shared, EventLoop<RunCoreEvent> loop, RunObserver observer, RunPorts ports) {
        Journal started = new Journal(
                file,
                from.wholeBytes(),
                shared.data()::sync,
                held,
                new Journal.Listener() {
                    @Override
                    public void synced(long upTo) {
                        loop.submit(new RunCoreEvent.JournalSynced(upTo));
                    }

                    @Override
                    public void failing(String why) {
                        observer.note("the journal cannot be written: " + why + "; the run goes on, engines keep their"
                                + " results, and it is tried again every second");
                    }

                    @Override
                    public void recovered() {
                        observer.note("the journal can be written again, and nothing is missing in it");
                    }
                },
                ports.around());
        if (isNew()) {
            started.append(began);
        }
        if (from.dropped()) {
            observer.note(
                    "begins anew: its coordinator was lost before createTasks had returned, and what it would still have"
                            + " put is not known");
        }
        return started;
    }
}
