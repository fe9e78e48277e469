package org.moide.engine.worker;

import java.util.List;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.leave.EndedWorker;
import org.moide.balance.worker.leave.LastCounts;

/**
 * A message by which an engine leaves while the workers of the other engines continue. The kinds are listed in the
 * order in which they are sent.
 */
sealed interface LeaveMessage extends CrewMessage {
    /**
     * Tells engine 0, from the leaving engine, that it wants to leave.
     *
     * @param epoch the epoch number of the registration without the leaving engine
     */
    record Wants(int engine, long epoch) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.wants(this);
        }
    }

    /** Tells all, from engine 0, that an engine is leaving, so that no worker begins on it or moves to it any more. */
    record Begins(Departure departure) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.begins(this);
        }
    }

    /** Tells the leaving engine, from each other engine, that the sender sends it no more workers. */
    record NoneComes(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.noneComes(this);
        }
    }

    /**
     * Tells all other engines, from the leaving engine, that all its workers have moved, and that the directory knows
     * their new places.
     */
    record Emptied() implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.emptied(this);
        }
    }

    /**
     * Tells all other engines to send nothing to the leaving engine any more. Engine 0 sends it when it knows the new
     * places of all workers.
     */
    record Close() implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.close(this);
        }
    }

    /**
     * Tells that the sender's workers send no more messages to the receiver. Each other engine sends it to the leaving
     * engine, which answers with its own.
     */
    record LastWord(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.lastWord(this);
        }
    }

    /**
     * Gives engine 0 the counts and results of the leaving engine. It is the last message of the leaving engine to
     * engine 0.
     *
     * @param ended the workers that have ended on the leaving engine
     * @param results the results of these workers
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

    /** Tells engine 0, from each other engine that stays, that it has received the leaving engine's last message. */
    record Parted(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.parted(this);
        }
    }

    /**
     * Tells all, from engine 0, that the engine has left. Later messages of engine 0 do not include it.
     *
     * @param epoch the epoch number of the registration without the engine
     */
    record Gone(long epoch) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.gone(this);
        }
    }

    /**
     * Tells the engine that has left, from each other engine, that the sender has completed all collective operations
     * in which that engine took part.
     */
    record Farewell(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.farewell(this);
        }
    }

    /** Calls the method of {@code by} for this kind of message. */
    void handle(Handler by);

    /** Has one method for each kind of message, so that the compiler finds a kind without a handler. */
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
