package org.moide.balance.worker.round;

import java.io.Serializable;
import java.util.List;

/**
 * A message of the rounds, by which process 0 finds out whether all workers are done, are at rest, or have passed a
 * cut.
 */
public sealed interface RoundMessage extends Serializable {
    /**
     * The question about a process's state, which process 0 sends to all processes in a wave.
     *
     * @param number the wave's number
     * @param closing whether workers are to come to rest
     * @param still whether no worker may be moved until a later wave says otherwise, since all workers seemed to be
     *     done
     */
    record WaveAsked(long number, boolean closing, boolean still) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.waveAsked(this);
        }
    }

    /**
     * A process's answer to a wave of questions about its state.
     *
     * @param sent its messages to other processes so far
     * @param received its messages from other processes so far
     * @param quiet whether the process has no work until a message arrives
     * @param waiting the number of its handlers that wait for answers
     */
    record WaveTold(long number, int process, long sent, long received, boolean quiet, int waiting)
            implements RoundMessage {
        private static final long serialVersionUID = 1L;

        /** Returns a copy of this answer which says that the process is not quiet. */
        public WaveTold unquiet() {
            return new WaveTold(number, process, sent, received, false, waiting);
        }

        @Override
        public void handle(Handler by) {
            by.waveTold(this);
        }
    }

    /** The question of process 0 which handlers wait for which workers. It is asked when nothing happens any more. */
    record WaitsAsked(long number) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.waitsAsked(this);
        }
    }

    /**
     * A process's answer about its waiting handlers.
     *
     * @param waits the handlers that wait for answers
     * @param others descriptions of tasks on that process that will never be handled, one line each
     */
    record WaitsTold(long number, int process, List<HandlerWait> waits, List<String> others) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        public WaitsTold {
            waits = List.copyOf(waits);
            others = List.copyOf(others);
        }

        @Override
        public void handle(Handler by) {
            by.waitsTold(this);
        }
    }

    /**
     * A handler that waits for an answer.
     *
     * @param worker the worker whose handler waits
     * @param asked the worker that it asked
     */
    record HandlerWait(long worker, long asked) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The finding that nothing can happen any more although not all is done. Only process 0, which has made it, gets
     * this message.
     */
    record Stuck(String why) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        /** The most lines in the message. If there are more, the message says how many are left out. */
        private static final int MOST_LINES = 10;

        /** Makes the message from lines, each of which describes something that waits. */
        public static Stuck waiting(List<String> lines) {
            return new Stuck("all workers wait, and nothing can happen any more: "
                    + String.join("; ", lines.subList(0, Math.min(MOST_LINES, lines.size())))
                    + (lines.size() > MOST_LINES ? "; and " + (lines.size() - MOST_LINES) + " more" : ""));
        }

        @Override
        public void handle(Handler by) {
            by.stuck(this);
        }
    }

    /**
     * The message of process 0 that all workers are at rest. Every thread then goes to the safe point of this number.
     */
    record SafePointReached(long number) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.safePointReached(this);
        }
    }

    /**
     * The question of process 0 about the state of a cut (snapshot). A receiver that has not begun the cut begins it.
     */
    record CutAsked(long number, int cut) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.cutAsked(this);
        }
    }

    /**
     * A process's answer about a cut.
     *
     * @param behind whether one of its workers has not passed the cut, that is, must still be saved
     * @param sent the number of its messages to other processes whose senders had passed the previous cut, and not this
     *     one; messages of the same kind for every second earlier cut are included
     * @param received the number of messages received from other processes, counted in the same way
     * @param spoiled whether a message from after the cut was used by a worker that had not passed it, so that the cut
     *     is unusable
     */
    record CutTold(long number, int process, boolean behind, long sent, long received, boolean spoiled)
            implements RoundMessage {
        private static final long serialVersionUID = 1L;

        /** Returns a copy of this answer which says that some worker has not passed the cut. */
        public CutTold withSomebodyBehind() {
            return new CutTold(number, process, true, sent, received, spoiled);
        }

        @Override
        public void handle(Handler by) {
            by.cutTold(this);
        }
    }

    /**
     * The message of process 0 that a cut (snapshot) is complete: no message from before it is under way any more.
     *
     * @param good whether the cut can be used
     */
    record CutComplete(int cut, boolean good) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.cutComplete(this);
        }
    }

    record AllDone() implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.allDone(this);
        }
    }

    /** Calls the handler's method for this kind of message. */
    void handle(Handler by);

    /**
     * A receiver of messages with one method for each kind. A new kind does not compile until every receiver handles
     * it.
     */
    interface Handler {
        void waveAsked(WaveAsked asked);

        void waveTold(WaveTold told);

        void waitsAsked(WaitsAsked asked);

        void waitsTold(WaitsTold told);

        void stuck(Stuck stuck);

        void safePointReached(SafePointReached reached);

        void cutAsked(CutAsked asked);

        void cutTold(CutTold told);

        void cutComplete(CutComplete complete);

        void allDone(AllDone done);
    }
}
