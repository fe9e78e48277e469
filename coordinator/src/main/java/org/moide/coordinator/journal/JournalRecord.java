package org.moide.coordinator.journal;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.PackedTasks;

/**
 * A record of a journal. Records are in the order of the events. Tasks are numbered from 0 in the order in which they
 * first appear in the journal, whether they were put or came back unfinished.
 */
public sealed interface JournalRecord {
    /**
     * The first record: the program that the journal belongs to. Another application, or another build of it, must not
     * resume from the journal.
     */
    record Began(String application, String fingerprint) implements JournalRecord {
        @Override
        public void handle(Handler by) {
            by.began(this);
        }
    }

    /** An object that engines may ask for by name. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record Shared(String name, byte[] bytes) implements JournalRecord {
        @Override
        public void handle(Handler by) {
            by.shared(this);
        }
    }

    /** Tasks that {@code createTasks} put. */
    record Put(List<byte[]> tasks) implements JournalRecord {
        public Put {
            tasks = List.copyOf(tasks);
        }

        @Override
        public void handle(Handler by) {
            by.put(this);
        }
    }

    /** The end of {@code createTasks}, which has returned: no {@link Put} or {@link Shared} comes after this record. */
    record Created() implements JournalRecord {
        @Override
        public void handle(Handler by) {
            by.created(this);
        }
    }

    /**
     * The accepted return of a loan.
     *
     * @param tasks the numbers of the loan's tasks, which are done or replaced by {@code unfinished}
     * @param executed the number of executed tasks, including those that they created
     * @param created the number of created tasks
     * @param result the merged result of all executed tasks; null if none was executed
     * @param unfinished the tasks that still have to be done; they get new numbers
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record Returned(long[] tasks, long executed, long created, byte @Nullable [] result, PackedTasks unfinished)
            implements JournalRecord {
        // This constructor is not compact, since javac 17 loses @Nullable on the parameters of a compact one.
        public Returned(long[] tasks, long executed, long created, byte @Nullable [] result, PackedTasks unfinished) {
            if (tasks.length + created != executed + unfinished.count()) {
                throw new IllegalArgumentException("expected lent + created = executed + unfinished, found "
                        + tasks.length + " + " + created + " and " + executed + " + " + unfinished.count());
            }
            this.tasks = tasks;
            this.executed = executed;
            this.created = created;
            this.result = result;
            this.unfinished = unfinished;
        }

        @Override
        public String toString() {
            return "Returned[tasks " + Arrays.toString(tasks) + ", executed " + executed + ", created " + created
                    + ", unfinished " + unfinished.count() + "]";
        }

        @Override
        public void handle(Handler by) {
            by.returned(this);
        }
    }

    /**
     * Data objects that the tasks of a loan have written. Their bytes are in another file. The objects are valid only
     * if the next record is the {@link Returned} of that loan.
     */
    record Written(List<WrittenObject> objects) implements JournalRecord {
        public Written {
            objects = List.copyOf(objects);
        }

        @Override
        public void handle(Handler by) {
            by.written(this);
        }
    }

    /** Calls that method of the handler which is for this kind of record. */
    void handle(Handler by);

    /** Handles records. It has one method for each kind, so a class that forgets a kind does not compile. */
    interface Handler {
        void began(Began began);

        void shared(Shared shared);

        void put(Put put);

        void created(Created created);

        void returned(Returned returned);

        void written(Written written);
    }
}
