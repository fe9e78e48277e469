package org.moide.engine.core;

import org.moide.balance.loan.Letter;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.spmd.Restored;

/** An event of an engine. Its control thread handles events in the order of their arrival. */
sealed interface EngineEvent {
    /** Brings a command of the coordinator. */
    record Commanded(EngineCommand command) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.commanded(this);
        }
    }

    /** Brings a letter about a loan of tasks from another engine. */
    record Delivered(Letter letter) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.delivered(this);
        }
    }

    /** Brings the states from which the threads of an epoch start. */
    record StatesFetched(long epoch, Restored restored) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.statesFetched(this);
        }
    }

    /** Brings the result of a ping. */
    record Pinged(NodeReference node, boolean answered) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.pinged(this);
        }
    }

    /** Brings an event of one epoch. It is dropped if that epoch is over. */
    record InEpoch(long epoch, EpochEvent event) implements EngineEvent {
        @Override
        public void handle(Handler by) {
            by.inEpoch(this);
        }
    }

    /** Calls the method of {@code by} for this kind of event. */
    void handle(Handler by);

    /** Has one method for each kind of event, so that the compiler finds a kind without a handler. */
    interface Handler {
        void commanded(Commanded commanded);

        void delivered(Delivered delivered);

        void statesFetched(StatesFetched statesFetched);

        void pinged(Pinged pinged);

        void inEpoch(InEpoch inEpoch);
    }
}
