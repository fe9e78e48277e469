package org.moide.coordinator.run.state;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.engine.control.EngineCommand;

/**
 * Collects, in order, the acts that the parts of a run's core decide on. If the run ends, also keeps the reason. Used
 * by the control thread only.
 */
public final class RunOutputs {
    private List<RunAct> gathered = new ArrayList<>();
    private @Nullable RunEnding ending;

    public void add(RunAct act) {
        gathered.add(act);
    }

    public void addAll(List<RunAct> acts) {
        gathered.addAll(acts);
    }

    public void tell(Seat seat, EngineCommand command) {
        add(new RunAct.Tell(seat.number(), command));
    }

    public void note(String line) {
        add(new RunAct.Note(line));
    }

    public void answer(long question, ChangeAnswer answer) {
        if (question != RunCoreEvent.ChangeWanted.NOBODY_ASKS) {
            add(new RunAct.Answered(question, answer));
        }
    }

    /** Ends the run when the present step is over. If this is called several times, the first reason counts. */
    public void end(RunEnding why) {
        if (ending == null) {
            ending = why;
        }
    }

    /** Returns the reason why the run ends; null as long as it goes on. */
    @Nullable
    public RunEnding ending() {
        return ending;
    }

    /** Returns the acts that were added since the last call, and removes them. */
    public List<RunAct> take() {
        if (gathered.isEmpty()) {
            return List.of();
        }
        List<RunAct> taken = gathered;
        gathered = new ArrayList<>();
        return taken;
    }
}
