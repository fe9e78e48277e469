package org.moide.coordinator.run;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.engine.control.ThreadTime;

/**
 * The object that the user's other commands reach: the run's desk, its progress, and the times that its threads
 * reported last. Any thread.
 */
final class RunDoor implements RunControl {
    private final RunDesk desk;
    private final ProgressMeter progress;
    private final Map<Integer, List<ThreadTime>> times;

    /** @param times the times of each engine's threads; the caller keeps them up to date */
    RunDoor(RunDesk desk, ProgressMeter progress, ConcurrentHashMap<Integer, List<ThreadTime>> times) {
        this.desk = desk;
        this.progress = progress;
        this.times = times;
    }

    @Override
    public RunStatus status() {
        return desk.status().with(progress.now());
    }

    @Override
    public List<EngineTimes> times() {
        return new TreeMap<>(times)
                .entrySet().stream()
                        .map(engine -> new EngineTimes(engine.getKey(), engine.getValue()))
                        .toList();
    }

    @Override
    public ChangeAnswer change(ChangeOrder order) {
        return desk.change(order);
    }

    @Override
    public void stop() {
        desk.stop();
    }
}
