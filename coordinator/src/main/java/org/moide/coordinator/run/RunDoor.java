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
 * Answers the commands that a user gives about a run in other processes. The answers come from the {@link RunDesk},
 * from the {@link ProgressMeter}, and from the threads' times, as engines have reported them. Thread-safe.
 */
final class RunDoor implements RunControl {
    private static final int MOST_CHARACTERS = 200;

    private final RunDesk desk;
    private final ProgressMeter progress;
    private final Map<Integer, List<ThreadTime>> times;
    private final Consumer<String> notes;
    private final RunSight about;
    private final Supplier<List<RunStatus.Beside>> beside;
    private final Supplier<List<RunStatus.Advice>> advice;

    /**
     * Creates the object that other processes call.
     *
     * @param times the times of each engine's threads; the caller updates them
     * @param about the description of the run
     * @param notes receives lines for the user about commands that other people gave
     * @param beside returns the other runs on this run's hosts
     * @param advice returns the changes with which the run would end sooner
     */
    RunDoor(
            RunDesk desk,
            ProgressMeter progress,
            ConcurrentHashMap<Integer, List<ThreadTime>> times,
            Consumer<String> notes,
            RunSight about,
            Supplier<List<RunStatus.Beside>> beside,
            Supplier<List<RunStatus.Advice>> advice) {
        this.desk = desk;
        this.progress = progress;
        this.times = times;
        this.notes = notes;
        this.about = about;
        this.beside = beside;
        this.advice = advice;
    }

    @Override
    public RunSight about() {
        return about;
    }

    @Override
    public RunStatus status() {
        return desk.status().with(progress.now()).beside(beside.get()).advised(advice.get());
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
