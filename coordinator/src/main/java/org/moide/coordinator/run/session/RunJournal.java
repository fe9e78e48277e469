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
 * The journal of a run: what an earlier coordinator wrote, and where this one goes on. Used by the thread that owns the
 * run.
 */
public final class RunJournal {
    private final JournalFile file;
    private final JournalFile objects;
    private final JournalReader.Continuation from;
    private final JournalRecord.Began began;
    private final Held held;
    private final long objectsBytes;

    /**
     * Reads the journal as far as it is there.
     *
     * @param objects the file with the bytes of what tasks have written
     * @param room how many tasks there is memory for; its shelf reads the others from the journal
     * @param began the program whose journal it has to be
     * @param held the limits for holding back what is written
     * @throws PlanException if it is the journal of another application, or cannot be read
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

    /** Returns what was written before. For the first coordinator nothing is done in it. */
    public JournalState before() {
        return from.state();
    }

    /** Returns the file for the bytes of what tasks write. */
    JournalFile objects() {
        return objects;
    }

    /** Returns the number of these bytes that are there. */
    long objectsBytes() {
        return objectsBytes;
    }

    /**
     * Returns the state from which the books of the run go on. If no record says yet whose journal it is, this
     * coordinator's first record does.
     */
    RunSettings.Books books() {
        return new RunSettings.Books(before(), isNew() ? 1 : 0);
    }

    /** Says what of the journal cannot be used, in words that follow "the journal"; empty if all of it can. */
    public String trouble() {
        return from.trouble();
    }

    /**
     * Returns whether at most its end is missing, as after the loss of a coordinator. Then everything is there that was
     * reported as written.
     */
    public boolean isOnlyTorn() {
        return !isNew() && from.extent().behind() == null;
    }

    /** Returns whether there is nothing to go on from. */
    public boolean isNew() {
        return from.wholeBytes() == 0;
    }

    /**
     * Starts to write; reports of what is on disk go to the loop as events.
     *
     * @param shared puts what tasks have written on disk before any record that refers to it
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
