package org.moide.engine.worker;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerTask;
import org.moide.engine.Arguments;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerSetup;

/**
 * Collects the workers and tasks that the application declares before its workers begin. The tasks are sent when the
 * workers exist.
 */
final class Beginning<T extends Serializable> implements WorkerSetup<T> {
    private final ApplicationView outside;
    private final int engines;
    private final Bodies bodies;
    private final TreeMap<Long, Declarations.Workers> workers = new TreeMap<>();
    private final List<Declarations.Group> groups = new ArrayList<>();
    private final List<First> first = new ArrayList<>();
    private boolean dependencies;
    private boolean hostDirectives;

    /** A task for a worker, or for one worker of a group. */
    private record First(long to, boolean group, long planned, Bodies.Body body) {}

    Beginning(ApplicationView outside, int engines, Bodies bodies) {
        this.outside = outside;
        this.engines = engines;
        this.bodies = bodies;
    }

    @Override
    public void workers(long firstWorker, long count, Directives directives) {
        Declarations.Workers added = new Declarations.Workers(
                firstWorker, count, Rules.of(Objects.requireNonNull(directives, "directives")));
        var before = workers.floorEntry(firstWorker + count - 1);
        if (before != null && before.getValue().first() + before.getValue().count() > firstWorker) {
            throw new IllegalArgumentException("workers " + firstWorker + " to " + (firstWorker + count - 1)
                    + ": expected numbers that no worker has, found those of workers "
                    + before.getValue().first() + " to "
                    + (before.getValue().first() + before.getValue().count() - 1));
        }
        requireAnyEngine(added, directives.startOn(), "begin on");
        requireAnyEngine(added, directives.moveTo(), "move to");
        hostDirectives |= added.rule().needs() != null;
        workers.put(firstWorker, added);
    }

    private void requireAnyEngine(Declarations.Workers added, List<Integer> named, String what) {
        if (!named.isEmpty() && named.stream().noneMatch(engine -> engine >= 0 && engine < engines)) {
            throw new IllegalArgumentException("worker " + added.first() + " may " + what + " engines " + named
                    + ": expected at least one of those that are there, 0 to " + (engines - 1));
        }
    }

    @Override
    public void group(long group, long firstWorker, long count) {
        groups.add(new Declarations.Group(group, firstWorker, count));
    }

    @Override
    public void dependencies() {
        dependencies = true;
    }

    @Override
    public void hostDirectives() {
        hostDirectives = true;
    }

    /** Returns whether the engines must exchange their hosts, because of directives about hosts or memory. */
    boolean hasHostDirectives() {
        return hostDirectives;
    }

    @Override
    public void send(long worker, T task) {
        first.add(new First(worker, false, WorkerTask.NONE, bodies.of(task)));
    }

    @Override
    public void send(long worker, long planned, T task) {
        first.add(new First(worker, false, Rules.requireNumber("planned task", planned), bodies.of(task)));
    }

    @Override
    public void sendToGroup(long group, T task) {
        first.add(new First(group, true, WorkerTask.NONE, bodies.of(task)));
    }

    @Override
    public void broadcast(long group, T task) {
        for (Declarations.Group part : declarations().members(group)) {
            for (long worker = part.first(); worker < part.first() + part.count(); worker++) {
                send(worker, task);
            }
        }
    }

    @Override
    public int engines() {
        return engines;
    }

    @Override
    public Arguments arguments() {
        return outside.arguments();
    }

    @Override
    public Path file(String name) {
        return outside.file(name);
    }

    @Override
    public <V> V shared(String name, Class<V> type) {
        return outside.shared(name, type);
    }

    @Override
    public Report report() {
        return outside.report();
    }

    Declarations declarations() {
        return new Declarations(List.copyOf(workers.values()), groups, dependencies);
    }

    /** Sends the collected tasks. Called when all workers exist. */
    void sendAll(WorkerTable table, GroupChoice choice) {
        Slot sender = table.beginning();
        for (First task : first) {
            long to = task.group() ? choice.of(task.to()) : task.to();
            table.send(sender, to, new WorkerTask(WorkerTask.BEGIN, task.planned(), WorkerTask.NONE, 0, task.body()));
        }
        first.clear();
    }
}
