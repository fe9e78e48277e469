package org.moide.engine.worker;

import java.util.List;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.leave.EndedWorker;
import org.moide.balance.worker.leave.LastCounts;

/**
 * A message by which an engine leaves while the workers of the others go on. The kinds are listed in the order in which
 * they are sent.
 */
sealed interface LeaveMessage extends CrewMessage {
    /**
     * A message to engine 0 by the engine that is to leave.
     *
     * @param epoch the epoch of the registration that contains all others and not the one that leaves
     */
    record Wants(int engine, long epoch) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.wants(this);
        }
    }

    /**
     * A message from engine 0 to all: an engine is on its way out, so no worker begins there or moves there any more.
     */
    record Begins(Departure departure) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.begins(this);
        }
    }

    /** A message to the engine that leaves, by each other: no worker comes from the sender any more. */
    record NoneComes(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.noneComes(this);
        }
    }

    /**
     * A message by the engine that leaves, to all others: its workers have all been sent on, and the directory has been
     * told where they went.
     */
    record Emptied() implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.emptied(this);
        }
    }

    /**
     * A message from engine 0, which has heard of all these moves, to all that stay: nothing has to be sent to the
     * engine that leaves any more.
     */
    record Close() implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.close(this);
        }
    }

    /**
     * A message between the engine that leaves and each other, first to the one that leaves: no message of a worker
     * comes from the sender any more.
     */
    record LastWord(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.lastWord(this);
        }
    }

    /**
     * A message to engine 0, by the engine that leaves, as its last word: what engine 0 keeps in its place.
     *
     * @param ended the workers that have ended on that engine
     * @param results the results of those workers
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

    /** A message to engine 0, by each other engine that stays: it has received the last word of the one that leaves. */
    record Parted(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.parted(this);
        }
    }

    /**
     * A message from engine 0 to all, also to the engine that leaves: that engine takes part no more. Everything that
     * comes from engine 0 after this message does not count it.
     *
     * @param epoch the epoch of the registration that contains all others
     */
    record Gone(long epoch) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.gone(this);
        }
    }

    /**
     * A message to the engine that has left, by each other: everything that all did together with it is over at the
     * sender.
     */
    record Farewell(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.farewell(this);
        }
    }

    /** Calls the handler's method for this kind of message. */
    void handle(Handler by);

    /** A handler of all kinds of these messages. A kind that nobody handles does not compile. */
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
