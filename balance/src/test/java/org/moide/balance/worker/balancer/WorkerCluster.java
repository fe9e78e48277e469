package org.moide.balance.worker.balancer;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.worker.strategy.Activity;
import org.moide.balance.worker.strategy.Whereabouts;
import org.moide.balance.worker.strategy.WorkerDecision;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.balance.worker.strategy.WorkerStrategies;
import org.moide.commlib.sim.EventQueue;

/**
 * A simulation of processes with workers. Each has a balancer, whose letters are delayed, duplicated or lost, and
 * threads that handle the tasks of one worker after the other. It checks every move against the worker's rule and the
 * true places.
 */
final class WorkerCluster {
    static final long MILLI = 1_000_000;

    /**
     * The longest time for which other processes may still believe that a process has no worker: the age up to which
     * they rely on what they know, and the delay of a letter.
     */
    private static final long EMPTY_NANOS =
            BalanceLimits.DEFAULT.refreshNanos() + BalanceLimits.DEFAULT.answerNanos() + 3 * MILLI;

    private static final long LIMIT_SECONDS = 600;

    final EventQueue queue;
    final List<Machine> processes = new ArrayList<>();
    final Map<Long, Worker> workers = new HashMap<>();
    final List<MoveMade> moves = new ArrayList<>();
    private final RandomGenerator random;
    private final StrategySpec strategy;
    private long tasksLeft;
    private long letters;
    private long endedNanos;
    private AfterTask afterTask = (worker, tasks) -> {};

    /** A listener that is called each time a worker has handled a task. */
    @FunctionalInterface
    interface AfterTask {
        void handled(long worker, long tasks);
    }

    /** A completed move of a worker. */
    record MoveMade(long worker, int from, int to, long stayedNanos, long atNanos) {}

    WorkerCluster(long seed, StrategySpec strategy) {
        this.queue = new EventQueue(seed, 5_000_000);
        this.random = queue.random("cluster");
        this.strategy = strategy;
    }

    /**
     * Adds a process to the simulation.
     *
     * @param speed its true speed
     * @param power the speed that all processes are told
     */
    void process(int threads, double speed, double power) {
        processes.add(new Machine(processes.size(), threads, speed, power));
    }

    /** Adds a worker, which begins on this process. */
    void worker(long number, int process, long stateBytes, WorkerRule rule) {
        Worker worker = new Worker(number, stateBytes, rule, processes.get(process));
        workers.put(number, worker);
        worker.place.held++;
    }

    /**
     * Sends a task to a worker from outside.
     *
     * @param nanos its time at speed 1
     */
    void send(long worker, long nanos) {
        tasksLeft++;
        Worker to = workers.get(worker);
        to.tasks.addLast(nanos);
        if (to.isHere) {
            to.place.ready(to);
        }
    }

    /** Lets the run go on until this many further tasks have been sent by {@link #sendExpected}. */
    void expect(long tasks) {
        tasksLeft += tasks;
    }

    /** Sends one of the tasks announced by {@link #expect}. */
    void sendExpected(long worker, long nanos) {
        tasksLeft--;
        send(worker, nanos);
    }

    void afterTask(AfterTask then) {
        afterTask = then;
    }

    /**
     * Runs until all tasks are handled.
     *
     * @return the simulated seconds
     */
    double run() {
        List<ProcessPower> powers = processes.stream()
                .map(process -> new ProcessPower(process.threads, process.power))
                .toList();
        processes.forEach(process -> process.begin(powers));
        queue.runUntil(() -> tasksLeft == 0, Duration.ofSeconds(LIMIT_SECONDS));
        endedNanos = queue.nanoTime();
        return endedNanos / 1e9;
    }

    long letters() {
        return letters;
    }

    /** Returns the time that the run would take if its work could be divided at will. */
    double idealSeconds(double workSeconds) {
        return workSeconds
                / processes.stream()
                        .mapToDouble(process -> process.threads * process.speed)
                        .sum();
    }

    private long moveNanos(long bytes) {
        return MILLI + bytes * 10;
    }

    final class Worker {
        final long number;
        final long stateBytes;
        final WorkerRule rule;
        final Deque<Long> tasks = new ArrayDeque<>();
        Machine place;
        boolean isHere = true;
        boolean isReady;
        boolean runs;
        int goesTo = -1;
        long moves;
        long sinceNanos;
        long handled;
        double busy;
        long busyAtNanos;

        Worker(long number, long stateBytes, WorkerRule rule, Machine place) {
            this.number = number;
            this.stateBytes = stateBytes;
            this.rule = rule;
            this.place = place;
        }

        double busyNanos() {
            double away = queue.nanoTime() - busyAtNanos;
            return busy * Math.exp(-away / BalanceLimits.DEFAULT.windowNanos());
        }

        void ran(long nanos) {
            busy = busyNanos() + nanos;
            busyAtNanos = queue.nanoTime();
        }

        boolean isActive() {
            return isHere && (runs || !tasks.isEmpty());
        }
    }

    final class Machine {
        final int number;
        final int threads;
        final double speed;
        final double power;
        final Deque<Worker> ready = new ArrayDeque<>();
        private final Activity activity;
        private WorkerBalancer balancer;
        int held;
        private int running;
        private long busyNanos;
        private long handled;
        private long emptyNanos = Long.MIN_VALUE / 2;

        Machine(int number, int threads, double speed, double power) {
            this.number = number;
            this.threads = threads;
            this.speed = speed;
            this.power = power;
            this.activity = new Activity(threads, 0);
        }

        void begin(List<ProcessPower> powers) {
            balancer = new WorkerBalancer(
                    number,
                    powers,
                    WorkerStrategies.make(strategy, number, new SplittableRandom(random.nextLong()), null),
                    activity,
                    (bytes, process) -> moveNanos(bytes),
                    BalanceLimits.DEFAULT,
                    0);
            queue.after(random.nextLong(10 * MILLI), "step", this::step);
            run();
        }

        void ready(Worker worker) {
            if (!worker.isReady && !worker.runs && !worker.tasks.isEmpty()) {
                worker.isReady = true;
                ready.addLast(worker);
            }
            changed();
            run();
        }

        private void changed() {
            long active = workers.values().stream()
                    .filter(worker -> worker.place == this && worker.isActive())
                    .count();
            activity.change(queue.nanoTime(), active);
        }

        private void run() {
            while (balancer != null && running < threads && !ready.isEmpty()) {
                Worker worker = ready.removeFirst();
                worker.isReady = false;
                worker.runs = true;
                running++;
                long nanos = Math.max(1, (long) (worker.tasks.removeFirst() / speed));
                queue.after(nanos, "task", () -> ran(worker, nanos));
            }
        }

        private void ran(Worker worker, long nanos) {
            running--;
            busyNanos += nanos;
            handled++;
            worker.handled++;
            worker.runs = false;
            worker.ran(nanos);
            tasksLeft--;
            afterTask.handled(worker.number, worker.handled);
            if (worker.goesTo >= 0) {
                leave(worker);
            } else {
                ready(worker);
            }
            run();
        }

        private void step() {
            List<LocalWorker> seen = new ArrayList<>();
            long active = 0;
            long queued = 0;
            for (Worker worker : workers.values()) {
                if (worker.place == this && worker.isHere) {
                    active += worker.isActive() ? 1 : 0;
                    queued += worker.tasks.size();
                    seen.add(new LocalWorker(
                            worker.number,
                            worker.tasks.size(),
                            (long) worker.busyNanos(),
                            worker.stateBytes,
                            worker.moves,
                            worker.sinceNanos,
                            worker.goesTo < 0,
                            worker.rule));
                }
            }
            seen.sort(Comparator.comparingLong(LocalWorker::queuedTasks).reversed());
            BalanceStep step = balancer.step(
                    new LocalLoad(held, active, queued, busyNanos, handled, seen), new Places(), queue.nanoTime());
            step.letters().forEach(this::post);
            step.moves().forEach(this::move);
            queue.after(BalanceLimits.DEFAULT.stepNanos(), "step", this::step);
        }

        private void post(BalanceStep.Addressed sent) {
            letters++;
            int copies = random.nextInt(20) == 0 ? 0 : random.nextInt(30) == 0 ? 2 : 1;
            for (int copy = 0; copy < copies; copy++) {
                WorkerBalancer to = processes.get(sent.process()).balancer;
                queue.after(
                        MILLI / 10 + random.nextLong(2 * MILLI),
                        "letter",
                        () -> to.heard(sent.letter(), queue.nanoTime()));
            }
        }

        private void move(WorkerDecision.Move move) {
            Worker worker = workers.get(move.worker());
            requirePermitted(worker, processes.get(move.process()));
            worker.goesTo = move.process();
            if (!worker.runs) {
                leave(worker);
            }
        }

        private void leave(Worker worker) {
            Machine to = processes.get(worker.goesTo);
            moves.add(new MoveMade(
                    worker.number, number, to.number, queue.nanoTime() - worker.sinceNanos, queue.nanoTime()));
            worker.goesTo = -1;
            worker.isHere = false;
            worker.isReady = false;
            ready.remove(worker);
            held--;
            changed();
            queue.after(moveNanos(worker.stateBytes), "move", () -> to.came(worker, number));
        }

        private void came(Worker worker, int from) {
            worker.place = this;
            worker.isHere = true;
            worker.moves++;
            worker.sinceNanos = queue.nanoTime();
            emptyNanos = held == 0 ? queue.nanoTime() : emptyNanos;
            held++;
            balancer.workerCame(from);
            ready(worker);
        }

        /**
         * Returns whether the process has no worker now, or had none a short time ago. Other processes cannot know it
         * more exactly.
         */
        private boolean wasEmpty() {
            return held == 0 || queue.nanoTime() - emptyNanos <= EMPTY_NANOS;
        }
    }

    /** Checks that a worker may move, by code for the directives that differs from the code under test. */
    private void requirePermitted(Worker worker, Machine to) {
        WorkerRule rule = worker.rule;
        boolean isNamed = rule.moveTo().isEmpty() || rule.moveTo().contains(to.number);
        boolean isNear = rule.neighbours().isEmpty() || to.wasEmpty();
        for (long neighbour : rule.neighbours()) {
            isNear |= workers.get(neighbour).place == to;
        }
        if (!rule.moves() || !isNamed || !isNear || worker.place == to) {
            throw new AssertionError(
                    "worker " + worker.number + " may not move to process " + to.number + " by " + rule);
        }
    }

    private final class Places implements Whereabouts {
        @Override
        public int processOf(long worker) {
            Worker of = workers.get(worker);
            return of.isHere ? of.place.number : NOWHERE;
        }

        @Override
        public boolean holdsMember(int process, long group, long except) {
            return false;
        }
    }
}
