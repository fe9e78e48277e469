package org.moide.coordinator.run.session;

import java.util.function.IntFunction;
import org.moide.commlib.port.ObjectSpace;
import org.moide.coordinator.run.state.RunEvent;
import org.moide.engine.control.EventLoop;
import org.moide.engine.core.EngineSetup;

/** The lifelines that a run's engines open, under their objects' names; what becomes of them are events of the run. Any thread. */
final class EngineLifelines implements ObjectSpace.LifelineListener {
    private final String runId;
    private final EventLoop<RunEvent> loop;

    EngineLifelines(String runId, EventLoop<RunEvent> loop) {
        this.runId = runId;
        this.loop = loop;
    }

    @Override
    public void opened(String owner) {
        submit(owner, RunEvent.LifelineOpened::new);
    }

    @Override
    public void closed(String owner) {
        submit(owner, RunEvent.LifelineClosed::new);
    }

    private void submit(String owner, IntFunction<RunEvent> event) {
        int engine = EngineSetup.seatOf(runId, owner);
        if (engine >= 0) {
            loop.submit(event.apply(engine));
        }
    }
}
