package org.moide.balance.data;

import java.util.List;

/**
 * An instruction from a {@link DataStore}, which decides what an engine fetches. Some instructions are carried out by
 * the engine's task pool, the others by its driver, the code around the store that sends messages and moves bytes.
 */
public sealed interface DataOutput {
    /**
     * Ask the root about objects, then pass each of its answers to {@link DataStore#located}. The answers may come at
     * different times.
     *
     * @param ids at most {@link DataStore#MOST_AT_ONCE}
     * @param sizesOnly true to ask for sizes only; false to ask for holders as well, and to fetch the objects at once
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

    /** Fetch an object from {@code holder}, then call {@link DataStore#fetched} or {@link DataStore#failed}. */
    record Fetch(long id, long bytes, int holder) implements OfDriver {
        @Override
        public void handle(Handler by) {
            by.fetch(this);
        }
    }

    /**
     * Tell the root that this member does not fetch an object that was assigned to it, or has failed to fetch it.
     *
     * @param lost whether the holder no longer has the object or does not answer
     */
    record NotFetched(long id, boolean lost) implements OfDriver {
        @Override
        public void handle(Handler by) {
            by.notFetched(this);
        }
    }

    /** Report that all objects of this class are on this engine and stay, so its tasks may begin. */
    record ClassReady(TaskClass taskClass) implements DataOutput {
        @Override
        public void handle(StageHandler by) {
            by.classReady(this);
        }
    }

    /** Delete an object, because its room is needed. */
    record Drop(long id) implements OfDriver {
        @Override
        public void handle(Handler by) {
            by.drop(this);
        }
    }

    /**
     * Withhold tasks that read this object, because no task has written it yet. They are released when it may have been
     * written.
     */
    record Unwritten(long id) implements DataOutput {
        @Override
        public void handle(StageHandler by) {
            by.unwritten(this);
        }
    }

    /** Fail the run: tasks of this class can never begin; {@code why} is the reason for the user. */
    record Impossible(TaskClass taskClass, String why) implements OfDriver {
        @Override
        public void handle(Handler by) {
            by.impossible(this);
        }
    }

    /**
     * An instruction for the engine's driver, the code that sends messages and moves bytes. The other instructions are
     * for its task pool.
     */
    sealed interface OfDriver extends DataOutput {
        @Override
        default void handle(StageHandler by) {
            by.ofDriver(this);
        }

        /** Calls the handler's method for this kind of instruction. */
        void handle(Handler by);
    }

    /** Calls the handler's method for this kind of instruction. */
    void handle(StageHandler by);

    /**
     * The receiver of the instructions for the engine's task pool, with one method for each kind. A new kind does not
     * compile until every receiver handles it.
     */
    interface StageHandler {
        void classReady(ClassReady ready);

        void unwritten(Unwritten unwritten);

        void ofDriver(OfDriver output);
    }

    /**
     * The receiver of the instructions for the engine's driver, with one method for each kind. A new kind does not
     * compile until every receiver handles it.
     */
    interface Handler {
        void locate(Locate locate);

        void fetch(Fetch fetch);

        void notFetched(NotFetched notFetched);

        void drop(Drop drop);

        void impossible(Impossible impossible);
    }
}
