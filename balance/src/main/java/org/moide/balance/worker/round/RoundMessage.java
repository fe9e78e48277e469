package org.moide.balance.worker.round;

import java.io.Serializable;
import java.util.List;

/** A message by which processes find out whether all is done, or at rest. */
public sealed interface RoundMessage extends Serializable {
    /**
     * Asks, from the root, how it stands.
     *
     * @param closing whether workers are to come to rest
     * @param still whether none is to be moved from here on, until another wave says otherwise: all seemed to be done
     */
    record WaveAsked(long number, boolean closing, boolean still) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.waveAsked(this);
        }
    }

    /**
     * Tells the root how it stands.
     *
     * @param sent messages to other processes so far
     * @param received messages of these so far
     * @param quiet whether nothing can happen there without a message
     * @param waiting how many handlers wait there for answers
     */
    record WaveTold(long number, int process, long sent, long received, boolean quiet, int waiting)
            implements RoundMessage {
        private static final long serialVersionUID = 1L;

        /** Makes the same of a process that has something to do. */
        public WaveTold unquiet() {
            return new WaveTold(number, process, sent, received, false, waiting);
        }

        @Override
        public void handle(Handler by) {
            by.waveTold(this);
        }
    }

    /** Asks, from the root, for whom handlers wait, since nothing happens any more. */
    record WaitsAsked(long number) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.waitsAsked(this);
        }
    }

    /**
     * Tells the root who waits for whom.
     *
     * @param waits the handlers that wait there for answers
     * @param others what else lies there for nobody, a line each
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
     * @param worker whose it is
     * @param asked the worker that was asked
     */
    record HandlerWait(long worker, long asked) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** Tells the root, from itself, that nothing can happen any more, and not all is done. */
    record Stuck(String why) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        /** The most lines; who else waits is told by how many. */
        private static final int MOST_LINES = 10;

        /** Makes one message of what waits, a line each. */
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

    /** Tells, from the root, that all is at rest; every thread comes to the safe point of this number. */
    record SafePointReached(long number) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.safePointReached(this);
        }
    }

    /** Asks, from the root, how this cut stands, which begins if it has not. */
    record CutAsked(long number, int cut) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.cutAsked(this);
        }
    }

    /**
     * Tells the root how the cut stands.
     *
     * @param behind whether a worker there has not passed the cut
     * @param sent messages to other processes so far that belong before the cut, or before one before the last
     * @param received messages of these so far
     * @param spoiled whether what belongs before the cut has used something from after it, so that it cannot be used
     */
    record CutTold(long number, int process, boolean behind, long sent, long received, boolean spoiled)
            implements RoundMessage {
        private static final long serialVersionUID = 1L;

        /** Makes the same of a process that is not ready. */
        public CutTold withSomebodyBehind() {
            return new CutTold(number, process, true, sent, received, spoiled);
        }

        @Override
        public void handle(Handler by) {
            by.cutTold(this);
        }
    }

    /**
     * Tells, from the root, that nothing is under way any more that belongs before the cut.
     *
     * @param good whether it can be used
     */
    record CutComplete(int cut, boolean good) implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.cutComplete(this);
        }
    }

    /** Tells, from the root, that all is done. */
    record AllDone() implements RoundMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.allDone(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** A handler with a method for each kind. A kind that nobody thinks of does not compile. */
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
