package org.moide.engine.core;

import org.moide.balance.loan.Letter;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.spmd.Restored;

/** What can happen to an engine, in the order in which its control thread takes it. */
sealed interface EngineEvent {
    /** The coordinator wants something. */
    record Commanded(EngineCommand command) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.commanded(this);
        }
    }

    /** Another engine has written about tasks. */
    record Delivered(Letter letter) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.delivered(this);
        }
    }

    /** The states are here with which the threads of an epoch go on. */
    record StatesFetched(long epoch, Restored restored) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.statesFetched(this);
        }
    }

    /** Something that belongs to one epoch; when that is over nobody wants to know. */
    record InEpoch(long epoch, EpochEvent event) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.inEpoch(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What is done with each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void commanded(Commanded commanded);

        void delivered(Delivered delivered);

        void statesFetched(StatesFetched statesFetched);

        void inEpoch(InEpoch inEpoch);
    }
}
