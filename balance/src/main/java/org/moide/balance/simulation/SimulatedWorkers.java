package org.moide.balance.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.InitialPlaces;
import org.moide.balance.worker.balancer.BalanceLimits;
import org.moide.balance.worker.balancer.ProcessPower;
import org.moide.balance.worker.balancer.WorkerBalancer;
import org.moide.balance.worker.strategy.Activity;
import org.moide.balance.worker.strategy.WorkerStrategies;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.commlib.sim.Network;

/** A simulated run of workers (objects with a state that handle tasks), in which no member leaves or dies. */
final class SimulatedWorkers extends Simulation {
    private final WorkerWorkload workload;
    private final Network<Integer> network;
    private final Declarations declarations;
    private final InitialPlaces places;
    private final Map<Long, Long> stateBytes = new HashMap<>();
    private final List<WorkerMember> members = new ArrayList<>();
    private long handledTasks;

    SimulatedWorkers(WorkerWorkload workload, SimulationPlan plan) {
        super(workload, plan);
        this.workload = workload;
        this.network = new Network<>(queue, new OrderedWires(queue, wires));
        this.declarations = declarations(workload);
        List<ProcessPower> powers = powers();
        this.places = new InitialPlaces(
                declarations,
                powers.stream().map(power -> power.power() * power.threads()).toList());
        workload.workers().forEach(worker -> stateBytes.put(worker.id(), worker.stateBytes()));
        for (int number = 0; number < powers.size(); number++) {
            members.add(new WorkerMember(number, plan.platform().members().at(number), this, balancer(number, powers)));
        }
    }

    private WorkerBalancer balancer(int number, List<ProcessPower> powers) {
        return new WorkerBalancer(
                number,
                powers,
                WorkerStrategies.make(
                        plan.strategy(), number, queue.random("strategy of " + number), plan.application()),
                new Activity(powers.get(number).threads(), 0),
                (bytes, to) -> plan.platform().interconnect().latencyNanos()
                        + plan.platform().interconnect().latency().onTheLine(bytes),
                BalanceLimits.DEFAULT,
                0);
    }

    /** Returns the powers of all processes, ordered by number, as strategies are told them. */
    private List<ProcessPower> powers() {
        return plan.platform().told().all().stream()
                .map(member -> new ProcessPower(member.threads(), member.power() / member.threads()))
                .toList();
    }

    /** Declares the workload's workers. Consecutive numbers with the same rule form one declaration. */
    private static Declarations declarations(WorkerWorkload workload) {
        List<Declarations.Workers> declared = new ArrayList<>();
        for (WorkerWorkload.Worker worker : workload.workers()) {
            int last = declared.size() - 1;
            Declarations.Workers before = last < 0 ? null : declared.get(last);
            if (before != null
                    && before.first() + before.count() == worker.id()
                    && before.rule().equals(worker.rule())) {
                declared.set(last, new Declarations.Workers(before.first(), before.count() + 1, worker.rule()));
            } else {
                declared.add(new Declarations.Workers(worker.id(), 1, worker.rule()));
            }
        }
        return new Declarations(declared, List.of(), false);
    }

    // --- what members need ----------------------------------------------------------------------------------------

    WorkerWorkload workload() {
        return workload;
    }

    Declarations declarations() {
        return declarations;
    }

    InitialPlaces places() {
        return places;
    }

    /** Returns the size of a worker's encoded state in bytes. */
    long stateBytes(long worker) {
        return stateBytes.getOrDefault(worker, 0L);
    }

    /** Sends the messages that one member has for another as a single network message, in their order. */
    void carry(int from, int to, List<Object> contents, long bytes) {
        network.send(from, to, bytes, "message", () -> members.get(to).receive(from, contents));
    }

    /**
     * Counts a task that a thread of this power has handled.
     *
     * @param nanos the time that it took, up to now
     */
    void handled(double power, long nanos) {
        handledTasks++;
        computed(power, nanos);
    }

    // --- the run --------------------------------------------------------------------------------------------------

    @Override
    void begin() {
        members.get(0).sendTasksOfBegin();
        for (WorkerMember member : members) {
            member.start();
            if (members.size() > 1) {
                member.balanceAfter(queue.random("steps").nextLong(BalanceLimits.DEFAULT.stepNanos()));
            }
        }
    }

    @Override
    boolean isOver() {
        return handledTasks == workload.tasks();
    }

    @Override
    long doneTasks() {
        return handledTasks;
    }

    @Override
    long busyNanos(int rank) {
        return members.get(rank).busyNanos();
    }

    @Override
    long messages() {
        return network.messages();
    }

    @Override
    long bytes() {
        return network.bytes();
    }

    @Override
    SimulationOutcome.Moved moved() {
        long moves = 0;
        long movedBytes = 0;
        long remote = 0;
        long forwarded = 0;
        for (WorkerMember member : members) {
            moves += member.counts().moves();
            movedBytes += member.movedBytes();
            remote += member.counts().remoteTasks();
            forwarded += member.counts().forwardedTasks();
        }
        return new SimulationOutcome.MovedWorkers(moves, movedBytes, remote, forwarded);
    }
}
