package org.moide.coordinator.run.bag;

import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.Seat;

/** What {@link BagChanges} wants done, in this order. */
sealed interface BagOutput {
    /** What concerns nobody else in the run's core. */
    record Act(RunAct act) implements BagOutput {
        @Override
        public void handle(Handler by) {
            by.act(this);
        }
    }

    /** What became of an order. */
    record Answer(long question, ChangeAnswer answer) implements BagOutput {
        @Override
        public void handle(Handler by) {
            by.answer(this);
        }
    }

    /**
     * An engine is to be told to leave, and all others are to hear of it.
     *
     * @param successor who takes its place, and its assistants; null if nobody does
     */
    record Dismiss(Seat seat, @Nullable Seat successor) implements BagOutput {
        @Override
        public void handle(Handler by) {
            by.dismiss(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What is done with each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void act(Act act);

        void answer(Answer answer);

        void dismiss(Dismiss dismiss);
    }
}
