package org.moide.balance.worker.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.balance.simulation.BusyTimeline;
import org.moide.balance.simulation.SimulatedRunFailedException;
import org.moide.balance.simulation.SimulationOutcome;
import org.moide.balance.simulation.SimulationPlan;
import org.moide.balance.simulation.SiteWires;
import org.moide.balance.strategy.Membership;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.InitialPlaces;
import org.moide.balance.worker.balancer.BalanceLimits;
import org.moide.balance.worker.balancer.ProcessPower;
import org.moide.balance.worker.balancer.TableView;
import org.moide.balance.worker.balancer.WorkerBalancer;
import org.moide.balance.worker.strategy.Activity;
import org.moide.balance.worker.strategy.WorkerStrategies;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.Lines;
import org.moide.commlib.sim.Network;
import org.moide.commlib.sim.SimulationException;

/**
 * A run of workers in simulated time. Tables, balancers and strategies are those of production; threads, network and clock are
 * simulated. Nothing is lost, nobody dies, and no worker ends. One use, one thread.
 */
public final class WorkerSimulation {
    /** Ten years: only a strategy that never ends takes longer. */
    private static final Duration LONGEST = Duration.ofDays(3_650);

    private final WorkerWorkload workload;
    private final SimulationPlan plan;
    private final EventQueue queue;
    private final Network<Integer> network;
    private final List<SimulatedMember> members = new ArrayList<>();
    private final List<SimulatedControl> controls = new ArrayList<>();
    private final BusyTimeline timeline = new BusyTimeline();
    private long handledTasks;

    private WorkerSimulation(WorkerWorkload workload, SimulationPlan plan) {
        this.workload = workload;
        this.plan = plan;
        this.queue = new EventQueue(plan.seed(), plan.mostEvents());
        Lines<Integer> lines = new Lines<>(queue, plan.interconnect().latency());
        SiteWires sites =
                new SiteWires(lines, plan.members(), plan.interconnect().farNanos());
        this.network = new Network<>(queue, new OrderedWires(queue, sites));
        Declarations declarations = declarations(workload);
        List<ProcessPower> powers = powers();
        InitialPlaces places = new InitialPlaces(
                declarations,
                powers.stream().map(power -> power.power() * power.threads()).toList());
        Map<Long, Long> stateBytes = new HashMap<>();
        workload.workers().forEach(worker -> stateBytes.put(worker.id(), worker.stateBytes()));
        for (int number = 0; number < powers.size(); number++) {
            int from = number;
            Membership.Member member = plan.members().at(number);
            Parcels parcels = new Parcels(
                    number,
                    workload,
                    worker -> stateBytes.getOrDefault(worker, 0L),
                    (to, parcel) -> network.send(
                            from,
                            to,
                            parcel.bytes(),
                            "message",
                            () -> members.get(to).receive(parcel)));
            SimulatedMember made = new SimulatedMember(
                    new Membership.Member(number, 1, member.power(), member.threads()),
                    declarations,
                    places,
                    workload,
                    plan.interconnect(),
                    queue,
                    parcels,
                    this::handled);
            members.add(made);
            controls.add(control(number, powers, made, declarations, parcels));
        }
    }

    private SimulatedControl control(
            int number, List<ProcessPower> powers, SimulatedMember member, Declarations declarations, Parcels parcels) {
        BalanceLimits limits = BalanceLimits.DEFAULT;
        WorkerBalancer balancer = new WorkerBalancer(
                number,
                powers,
                WorkerStrategies.make(
                        plan.strategy(), number, queue.random("strategy of " + number), plan.application()),
                new Activity(powers.get(number).threads(), 0),
                (bytes, to) -> plan.interconnect().latencyNanos()
                        + plan.interconnect().latency().onTheLine(bytes),
                limits,
                0);
        TableView view = new TableView(member.table(), declarations, limits);
        return new SimulatedControl(queue, member.table(), view, balancer, parcels);
    }

    /** Of all processes, by number, as they are told. */
    private List<ProcessPower> powers() {
        return plan.told().all().stream()
                .map(member -> new ProcessPower(member.threads(), member.power() / member.threads()))
                .toList();
    }

    /** Workers with the same rule that have neighbouring numbers are declared together. */
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

    private void handled(long nanos, double threadPower) {
        handledTasks++;
        timeline.add(queue.nanoTime() - nanos, queue.nanoTime(), threadPower);
    }

    /**
     * Runs the workers to their end.
     *
     * @throws IllegalArgumentException if there is no such strategy for workers, or a parameter of it is wrong
     * @throws SimulatedRunFailedException if the run does not come to its end
     */
    public static WorkerSimulationOutcome run(Workload workload, SimulationPlan plan) {
        return new WorkerSimulation((WorkerWorkload) workload, plan).run();
    }

    private WorkerSimulationOutcome run() {
        boolean balanced = members.size() > 1;
        try {
            members.get(0).sendTasksOfBegin();
            for (int number = 0; number < members.size(); number++) {
                SimulatedControl control = controls.get(number);
                members.get(number).start(balanced ? control : null);
                if (balanced) {
                    long first = queue.random("steps").nextLong(BalanceLimits.DEFAULT.stepNanos());
                    queue.after(first, "step", control::step);
                }
            }
            queue.runUntil(() -> handledTasks == workload.tasks(), LONGEST);
        } catch (SimulationException stuck) {
            throw new SimulatedRunFailedException(why(stuck), stuck);
        }
        return outcome();
    }

    private String why(SimulationException stuck) {
        if (stuck.getCause() instanceof SimulatedRunFailedException failed) {
            return String.valueOf(failed.getMessage());
        }
        return plan.strategy().name() + " did not end: after " + queue.happened() + " events and "
                + queue.nanoTime() / 1_000_000_000L + " s of simulated time " + handledTasks + " of "
                + workload.tasks() + " tasks were done"
                + (stuck.getCause() == null ? "" : "; " + stuck.getCause());
    }

    private WorkerSimulationOutcome outcome() {
        Membership all = plan.members();
        long endNanos = queue.nanoTime();
        List<Double> memberShares = new ArrayList<>();
        double busyNanos = 0;
        int threads = 0;
        long moves = 0;
        long movedBytes = 0;
        long remote = 0;
        long forwarded = 0;
        for (int number = 0; number < members.size(); number++) {
            SimulatedMember member = members.get(number);
            int own = all.at(number).threads();
            memberShares.add(Math.min(1, member.busyNanos() / ((double) own * endNanos)));
            busyNanos += member.busyNanos();
            threads += own;
            moves += member.table().counts().moves();
            movedBytes += member.movedBytes();
            remote += member.table().counts().remoteTasks();
            forwarded += member.table().counts().forwardedTasks();
        }
        double[] shares = timeline.shares(SimulationOutcome.POINTS, endNanos, all.power());
        return new WorkerSimulationOutcome(
                plan.strategy().name(),
                members.size(),
                threads,
                handledTasks,
                endNanos,
                workload.workNanos() / (all.power() * endNanos),
                Math.max(0, 1 - busyNanos / ((double) threads * endNanos)),
                network.messages(),
                network.bytes(),
                moves,
                movedBytes,
                remote,
                forwarded,
                queue.happened(),
                queue.digest(),
                Arrays.stream(shares).boxed().toList(),
                memberShares);
    }
}
