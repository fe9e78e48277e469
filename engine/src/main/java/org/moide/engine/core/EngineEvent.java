package org.moide.engine.core;

import org.moide.balance.loan.Letter;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.spmd.Restored;

/** An event of an engine; its control thread takes the events in the order in which they come. */
sealed interface EngineEvent {
    /** A command of the coordinator. */
    record Commanded(EngineCommand command) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.commanded(this);
        }
    }

    /** A letter about tasks from another engine. */
    record Delivered(Letter letter) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.delivered(this);
        }
    }

    /** The states with which the threads of an epoch go on. */
    record StatesFetched(long epoch, Restored restored) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.statesFetched(this);
        }
    }

    /** The end of a ping. */
    record Pinged(NodeReference node, boolean answered) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.pinged(this);
        }
    }

    /** An event of one epoch, which is dropped when the epoch is over. */
    record InEpoch(long epoch, EpochEvent event) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.inEpoch(this);
        }
    }

    /** Calls the handler's method for this kind of event. */
    void handle(Handler by);

    /** A handler of all kinds of events. A kind that nobody handles does not compile. */
    interface Handler {
        void commanded(Commanded commanded);

        void delivered(Delivered delivered);

        void statesFetched(StatesFetched statesFetched);

        void pinged(Pinged pinged);

        void inEpoch(InEpoch inEpoch);
    }
}
