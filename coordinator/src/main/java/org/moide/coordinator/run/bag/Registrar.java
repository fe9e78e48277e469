package org.moide.coordinator.run.bag;

import java.util.List;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.reconfigure.ChangeHistory;
import org.moide.coordinator.run.state.RunOutputs;
import org.moide.coordinator.run.state.Seat;
import org.moide.coordinator.run.state.Seats;
import org.moide.engine.control.EngineCommand;

/**
 * Sends a bag's engines the registration of each epoch, the table of all engines and their logical IDs. No engine stops
 * computing for a new epoch. Used by the control thread only.
 */
final class Registrar {
    private final Seats seats;
    private final Tuning collectives;
    private final ChangeHistory history;
    private final RunOutputs outputs;
    private long epoch;

    Registrar(Seats seats, Tuning collectives, ChangeHistory history, RunOutputs outputs) {
        this.seats = seats;
        this.collectives = collectives;
        this.history = history;
        this.outputs = outputs;
    }

    /** Sends all engines the registration, the table of all engines, of the first epoch. */
    void all(long nowNanos) {
        Registration registration = next();
        List<Double> powers = seats.powers();
        for (Seat seat : seats.active()) {
            outputs.tell(seat, new EngineCommand.Register(registration, seats.engineNumber(seat), powers, collectives));
        }
        history.epoch(epoch, seats.active().size(), "the run began", nowNanos);
    }

    /** Registers an engine that joins for the next epoch, and tells the other engines of that epoch. */
    void newcomer(Seat newcomer, long nowNanos) {
        Registration registration = next();
        for (Seat seat : seats.active()) {
            int engine = seats.engineNumber(seat);
            outputs.tell(
                    seat,
                    seat == newcomer
                            ? new EngineCommand.Register(registration, engine, seats.powers(), collectives)
                            : new EngineCommand.Widen(registration, engine, collectives));
        }
        history.epoch(epoch, seats.active().size(), newcomer.name() + " came", nowNanos);
    }

    /** Returns whether any engine has joined since the run began. */
    boolean isWidened() {
        return epoch > 1;
    }

    private Registration next() {
        epoch++;
        return seats.registration(epoch);
    }
}
