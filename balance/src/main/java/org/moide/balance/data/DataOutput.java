package org.moide.balance.data;

import java.util.List;

/** An order of a {@link DataStore}: some are carried out with the pool of its engine, the rest by its driver. */
public sealed interface DataOutput {
    /**
     * Ask the root about objects; then call {@code located} with its answers, which come together or one by one.
     *
     * @param ids at most {@link DataStore#MOST_AT_ONCE}
     * @param sizesOnly whether only their sizes are wanted yet; else also who has them, to fetch them at once
     */
    record Locate(List<Long> ids, boolean sizesOnly) implements OfDriver {
        public Locate {
            ids = List.copyOf(ids);
        }

        @Override
        public void handle(Handler by) {
            by.locate(this);
        }
    }

    /** Bring an object from who has it; then call {@code fetched} or {@code failed}. */
    record Fetch(long id, long bytes, int holder) implements OfDriver {
        @Override
        public void handle(Handler by) {
            by.fetch(this);
        }
    }

    /**
     * Tell the root that an object which it was asked for is not fetched, or was not.
     *
     * @param lost whether its holder has it no more, or does not answer
     */
    record NotFetched(long id, boolean lost) implements OfDriver {
        @Override
        public void handle(Handler by) {
            by.notFetched(this);
        }
    }

    /** Says that all objects of this class are here and stay: its tasks may begin. */
    record ClassReady(TaskClass taskClass) implements DataOutput {
        @Override
        public void handle(StageHandler by) {
            by.classReady(this);
        }
    }

    /** Forget an object: its room is needed. */
    record Drop(long id) implements OfDriver {
        @Override
        public void handle(Handler by) {
            by.drop(this);
        }
    }

    /** Says that nobody has written this object yet: its tasks are to be named no more until somebody may have. */
    record Unwritten(long id) implements DataOutput {
        @Override
        public void handle(StageHandler by) {
            by.unwritten(this);
        }
    }

    /** Tasks of this class can never begin. */
    record Impossible(TaskClass taskClass, String why) implements OfDriver {
        @Override
        public void handle(Handler by) {
            by.impossible(this);
        }
    }

    /** An order for the driver. */
    sealed interface OfDriver extends DataOutput {
        @Override
        default void handle(StageHandler by) {
            by.ofDriver(this);
        }

        /** Calls the method for its kind. */
        void handle(Handler by);
    }

    /** Calls the method for its kind. */
    void handle(StageHandler by);

    /**
     * A handler with a method for each kind, where the store and the pool meet. A kind that nobody thinks of does not
     * compile.
     */
    interface StageHandler {
        void classReady(ClassReady ready);

        void unwritten(Unwritten unwritten);

        void ofDriver(OfDriver output);
    }

    /** A handler of a driver, with a method for each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void locate(Locate locate);

        void fetch(Fetch fetch);

        void notFetched(NotFetched notFetched);

        void drop(Drop drop);

        void impossible(Impossible impossible);
    }
}
