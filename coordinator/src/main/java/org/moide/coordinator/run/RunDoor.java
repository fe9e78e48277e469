package org.moide.coordinator.run;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.moide.commlib.system.VisibleText;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.run.session.RunDesk;
import org.moide.engine.control.ThreadTime;

/**
 * The object that the user's other commands reach: the run's desk, its progress, and the times that its threads
 * reported last. Any thread.
 */
final class RunDoor implements RunControl {
    private static final int MOST_CHARACTERS = 200;

    private final RunDesk desk;
    private final ProgressMeter progress;
    private final Map<Integer, List<ThreadTime>> times;
    private final Consumer<String> notes;
    private final RunSight about;
    private final Supplier<List<RunStatus.Beside>> beside;

    /**
     * Opens it.
     *
     * @param times of each engine; kept up by whoever hears them
     * @param about what the run is
     * @param notes told what others have done with the run, for its user
     * @param beside tells which other runs are on its hosts
     */
    RunDoor(
            RunDesk desk,
            ProgressMeter progress,
            ConcurrentHashMap<Integer, List<ThreadTime>> times,
            Consumer<String> notes,
            RunSight about,
            Supplier<List<RunStatus.Beside>> beside) {
        this.desk = desk;
        this.progress = progress;
        this.times = times;
        this.notes = notes;
        this.about = about;
        this.beside = beside;
    }

    @Override
    public RunSight about() {
        return about;
    }

    @Override
    public RunStatus status() {
        return desk.status().with(progress.now()).beside(beside.get());
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
    public void stop(String by) {
        if (!by.isEmpty()) {
            notes.accept(
                    "is told to end by " + VisibleText.line(by.substring(0, Math.min(by.length(), MOST_CHARACTERS))));
        }
        desk.stop();
    }
}
