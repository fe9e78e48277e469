package org.moide.hosts.slurm;

import java.util.ArrayList;
import java.util.List;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.coordinator.plan.DaemonAddress;

/**
 * A fake run for tests of Slurm jobs: engines at daemons, waiting tasks, and the status that a coordinator would
 * report.
 */
final class LabRun {
    private static final int THREADS = 2;

    private final boolean bag;
    private final List<EngineStatus> engines = new ArrayList<>();
    private long waiting;
    private boolean idle;

    LabRun(boolean bag) {
        this.bag = bag;
    }

    void waiting(long tasks) {
        waiting = tasks;
    }

    /** Sets whether the engines are without tasks from now on. */
    void idle(boolean now) {
        idle = now;
    }

    int come(DaemonAddress daemon) {
        engines.add(engine(engines.size(), daemon.toString(), EngineStatus.Standing.COMPUTING, 0));
        return engines.size() - 1;
    }

    void stand(int seat, EngineStatus.Standing standing) {
        EngineStatus was = engines.get(seat);
        engines.set(seat, engine(seat, was.daemon(), standing, was.waitedSeconds()));
    }

    /** Lets one second of the run's time pass. */
    void second() {
        for (int seat = 0; seat < engines.size(); seat++) {
            EngineStatus was = engines.get(seat);
            double waited = was.waitedSeconds() + (idle && was.isActive() ? THREADS : 0);
            engines.set(seat, engine(seat, was.daemon(), was.standing(), waited));
        }
    }

    private static EngineStatus engine(int seat, String daemon, EngineStatus.Standing standing, double waited) {
        return new EngineStatus(seat, "n", THREADS, 1, standing, -1, 0, daemon, 0, waited);
    }

    List<EngineStatus> at(String daemon) {
        return engines.stream().filter(engine -> engine.daemon().equals(daemon)).toList();
    }

    int active() {
        return (int) engines.stream().filter(EngineStatus::isActive).count();
    }

    List<EngineStatus> engines() {
        return List.copyOf(engines);
    }

    RunStatus status() {
        RunStatus.Work work =
                bag ? RunStatus.Work.ofBag(waiting, true) : new RunStatus.Work(false, true, true, 0, false);
        return new RunStatus(RunStatus.State.COMPUTING, 1, 0, 0, List.of(), engines, List.of()).with(work);
    }
}
