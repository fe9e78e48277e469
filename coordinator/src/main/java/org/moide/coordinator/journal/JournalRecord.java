package org.moide.coordinator.journal;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.PackedTasks;

/**
 * A record of a journal. Records stand in the order in which things happened. Tasks are numbered from 0 in the order in
 * which they first appear here, both those that were put and those that came home unfinished.
 */
public sealed interface JournalRecord {
    /**
     * The first record: the program whose journal this is. Another application, or another build of it, must not go on
     * with it.
     */
    record Began(String application, String fingerprint) implements JournalRecord {
        @Override
        public void handle(Handler by) {
            by.began(this);
        }
    }

    /** An object that engines may ask for. */
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

    /** {@code createTasks} has returned: there are no more {@link Put} and {@link Shared}. */
    record Created() implements JournalRecord {
        @Override
        public void handle(Handler by) {
            by.created(this);
        }
    }

    /**
     * A loan has come home and was accepted.
     *
     * @param tasks the numbers of its tasks, which exist no longer
     * @param executed how many tasks were executed, including those that they created
     * @param created how many tasks were created
     * @param result of all that was executed; null if nothing was
     * @param unfinished tasks that are still to be done; they get new numbers
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record Returned(long[] tasks, long executed, long created, byte @Nullable [] result, PackedTasks unfinished)
            implements JournalRecord {
        // Spelled out, since javac 17 loses @Nullable on the implicit parameters of a compact constructor.
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
     * Data objects that tasks have written and that count. This record stands before the {@link Returned} of their
     * loan. Their bytes are elsewhere.
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

    /** Calls the handler's method for its kind. */
    void handle(Handler by);

    /** A method for each kind of record. Code that forgets a kind does not compile. */
    interface Handler {
        void began(Began began);

        void shared(Shared shared);

        void put(Put put);

        void created(Created created);

        void returned(Returned returned);

        void written(Written written);
    }
}
