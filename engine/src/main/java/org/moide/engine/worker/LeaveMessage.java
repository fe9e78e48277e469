package org.moide.engine.worker;

import java.util.List;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.leave.EndedWorker;
import org.moide.balance.worker.leave.LastCounts;

/** What engines say when one leaves while the others' workers go on, in this order. */
sealed interface LeaveMessage extends CrewMessage {
    /**
     * To engine 0, by the one that is to leave.
     *
     * @param epoch of the registration that has all others and not that one
     */
    record Wants(int engine, long epoch) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.wants(this);
        }
    }

    /** From engine 0 to all: one is on its way out, so no worker begins or moves there any more. */
    record Begins(Departure departure) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.begins(this);
        }
    }

    /** To the one that leaves, by each other: no worker comes from there any more. */
    record NoneComes(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.noneComes(this);
        }
    }

    /** By the one that leaves, to all others: its workers have all been sent on, and to the directory it was said where. */
    record Emptied() implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.emptied(this);
        }
    }

    /** From engine 0, which has heard of all these moves, to all that stay: nothing need be sent to the one that leaves. */
    record Close() implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.close(this);
        }
    }

    /** Between the one that leaves and each other, first to it: no message of a worker comes from there any more. */
    record LastWord(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.lastWord(this);
        }
    }

    /**
     * To engine 0, by the one that leaves, as its last word: what others keep in its place.
     *
     * @param ended the workers that have ended there
     * @param results what is left of them
     */
    record Legacy(LastCounts counts, List<EndedWorker> ended, List<LastResult> results) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        public Legacy {
            ended = List.copyOf(ended);
            results = List.copyOf(results);
        }

        @Override
        public void handle(Handler by) {
            by.legacy(this);
        }
    }

    /** To engine 0, by each other that stays: the last word of the one that leaves has come. */
    record Parted(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.parted(this);
        }
    }

    /**
     * From engine 0 to all, the one that leaves too: it takes part no more. What comes from engine 0 after this does
     * not count it.
     *
     * @param epoch of the registration that has all others
     */
    record Gone(long epoch) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.gone(this);
        }
    }

    /** To the one that has left, by each other: what all did together with it is over here. */
    record Farewell(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.farewell(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What is done with each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void wants(Wants wants);

        void begins(Begins begins);

        void noneComes(NoneComes noneComes);

        void emptied(Emptied emptied);

        void close(Close close);

        void lastWord(LastWord lastWord);

        void legacy(Legacy legacy);

        void parted(Parted parted);

        void gone(Gone gone);

        void farewell(Farewell farewell);
    }
}
