package org.moide.coordinator.run;

import java.util.function.IntFunction;
import org.moide.commlib.port.ObjectSpace;
import org.moide.engine.control.EventLoop;
import org.moide.engine.core.EngineSetup;

/** Tells a run's control thread of its engines' lifelines, which they open under their objects' names. Any thread. */
final class Lifelines implements ObjectSpace.LifelineListener {
    private final String runId;
    private final EventLoop<RunEvent> loop;

    Lifelines(String runId, EventLoop<RunEvent> loop) {
        this.runId = runId;
        this.loop = loop;
    }

    @Override
    public void opened(String owner) {
        tell(owner, RunEvent.LifelineOpened::new);
    }

    @Override
    public void closed(String owner) {
        tell(owner, RunEvent.LifelineClosed::new);
    }

    private void tell(String owner, IntFunction<RunEvent> event) {
        int engine = EngineSetup.seatOf(runId, owner);
        if (engine >= 0) {
            loop.submit(event.apply(engine));
        }
    }
}
