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
     * The first message of a departure: the leaving engine tells engine 0 that it wants to leave.
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

    /**
     * The message by which engine 0 tells all engines that one of them is leaving, so that no worker begins on that
     * engine or moves to it any more.
     */
    record Begins(Departure departure) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.begins(this);
        }
    }

    /**
     * The message by which each other engine tells the leaving engine that it sends no more workers there.
     *
     * @param engine the sender's process number
     */
    record NoneComes(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.noneComes(this);
        }
    }

    /**
     * The message by which the leaving engine tells all other engines that all its workers have moved, and that their
     * new places are known to the directory.
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
     * The message by which the leaving engine hands its counts and results over to engine 0. It is the last message of
     * the leaving engine to engine 0.
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

    /**
     * The message by which each engine that stays, except engine 0, tells engine 0 that it has received the leaving
     * engine's last message.
     */
    record Parted(int engine) implements LeaveMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.parted(this);
        }
    }

    /**
     * The message by which engine 0 tells all engines that the leaving engine has left. Engine 0 does not count that
     * engine among the engines in its later messages.
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
     * The message by which each other engine tells the engine that has left that it has completed all collective
     * operations in which that engine took part.
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
