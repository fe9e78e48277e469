package org.moide.coordinator.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.sim.NetworkModel;
import org.moide.commlib.sim.SimCluster;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.control.ChangeOrder;

/** Something that disturbs a simulated run at a given time: a fault, or an order of the user. */
public sealed interface Trouble {
    /** How late the latest trouble may come. It may come at this many times the length of a run without troubles. */
    int LATE_TIMES = 8;

    /** The greatest number of times that one trouble cuts off a process. */
    int MOST_TIMES = 6;

    /** Returns the time at which the trouble happens, counted from the beginning of the run. */
    Duration at();

    void strike(SimulatedRun run);

    /** Returns for how long this trouble may keep messages from passing between two processes; 0 if it does not. */
    default Duration cutsOff() {
        return Duration.ZERO;
    }

    private static void later(SimulatedRun run, Duration delay, String what, Runnable action) {
        run.cluster().after(delay, what, action);
    }

    /** Kills an engine's process. Has no effect if there is no engine with this number at that time. */
    record Kill(Duration at, int seat) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.kill(seat);
        }
    }

    /** Cuts the power of an engine's host, so that no process can report the engine's end. */
    record LosePower(Duration at, int seat) implements Trouble {
        @Override
        public Duration cutsOff() {
            return Duration.ofDays(1);
        }

        @Override
        public void strike(SimulatedRun run) {
            run.losePower(seat);
        }
    }

    /**
     * Kills the coordinator's process, or cuts the power of its host. A new coordinator resumes the run from the disk.
     *
     * @param power whether the host loses its power
     */
    record KillCoordinator(Duration at, boolean power) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.killCoordinator(power);
        }
    }

    /** Cuts the connection between two engines for a while, in both directions or in one. */
    record Cut(Duration at, Duration lasting, int one, int other, boolean oneWay) implements Trouble {
        @Override
        public Duration cutsOff() {
            return lasting;
        }

        @Override
        public void strike(SimulatedRun run) {
            SimNode from = run.nodeOf(one);
            SimNode to = run.nodeOf(other);
            if (from == null || to == null || from == to) {
                return;
            }
            SimCluster cluster = run.cluster();
            if (oneWay) {
                cluster.cutOneWay(from, to);
            } else {
                cluster.cut(from, to);
            }
            later(run, lasting, "heal " + from + " and " + to, () -> cluster.heal(from, to));
        }
    }

    /**
     * Cuts the host of an engine from the hosts of other engines, while the coordinator reaches all of them. Engines
     * that start on these hosts later are also cut off.
     *
     * @param lasting how long the cut lasts; null for ever
     */
    record CutHosts(Duration at, @Nullable Duration lasting, int seat, List<Integer> others, boolean oneWay)
            implements Trouble {
        /** The longest cut between hosts after which no engine leaves. */
        static final Duration SHORT = Duration.ofSeconds(14);

        @Override
        public void strike(SimulatedRun run) {
            run.cutHosts(seat, others, oneWay, lasting);
        }
    }

    /**
     * Cuts a process from all other processes, for a while and several times. The cut is in both directions or in one.
     */
    record Isolate(Duration at, Duration lasting, int seat, Way way, int times) implements Trouble {
        /** The longest cut after which no engine is lost. An engine that is silent for longer counts as lost. */
        static final Duration RIDDEN_OUT = Duration.ofSeconds(45);

        enum Way {
            BOTH,
            TO_IT,
            FROM_IT
        }

        /**
         * Returns the time from the beginning of the first cut to the end of the last, with the pauses between cuts.
         * The pauses count because a process that lost the reply to a call in one cut may repeat the call in the next.
         */
        @Override
        public Duration cutsOff() {
            return lasting.multipliedBy(2L * times - 1);
        }

        @Override
        public void strike(SimulatedRun run) {
            run.strike(seat, node -> cut(run, node, times));
        }

        private void cut(SimulatedRun run, SimNode node, int left) {
            SimCluster cluster = run.cluster();
            List<SimNode> others =
                    cluster.alive().stream().filter(other -> other != node).toList();
            for (SimNode other : others) {
                if (way != Way.TO_IT) {
                    cluster.cutOneWay(node, other);
                }
                if (way != Way.FROM_IT) {
                    cluster.cutOneWay(other, node);
                }
            }
            later(run, lasting, node + " is reached again", () -> {
                others.forEach(other -> cluster.heal(node, other));
                if (left > 1) {
                    later(run, lasting, node + " is cut off again", () -> cut(run, node, left - 1));
                }
            });
        }
    }

    /** Breaks all connections of a process, like a restarted firewall. */
    record Break(Duration at, int seat) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strike(seat, run.cluster()::breakConnections);
        }
    }

    /** Stops a process for a while, like SIGSTOP. */
    record Pause(Duration at, Duration lasting, int seat) implements Trouble {
        @Override
        public Duration cutsOff() {
            return lasting;
        }

        @Override
        public void strike(SimulatedRun run) {
            run.strike(seat, node -> {
                run.cluster().pause(node);
                later(run, lasting, "resume " + node, () -> run.cluster().resume(node));
            });
        }
    }

    /** Slows down a host by the factor {@code times} from now on. */
    record Slow(Duration at, int seat, int times) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strike(seat, node -> run.cluster().slow(node, times));
        }
    }

    /** Makes one in {@code onceIn} turns of all threads come late from now on, by up to {@code most}. */
    record LateThreads(Duration at, int onceIn, Duration most) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.cluster().lateThreads(onceIn, most);
        }
    }

    /** Lets other programs have {@code threads} threads on a host for a while. */
    record Busy(Duration at, Duration lasting, int seat, int threads) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.busy(seat, threads);
            later(run, lasting, "nobody else runs on " + SimulatedHosts.hostOf(seat), () -> run.busy(seat, 0));
        }
    }

    record SetClock(Duration at, int seat, Duration ahead) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strike(seat, node -> run.cluster().setClock(node, ahead));
        }
    }

    /** Makes the network bad for a while: it loses, doubles and delays messages, and breaks connections. */
    record Weather(Duration at, Duration lasting, double worst) implements Trouble {
        @Override
        public Duration cutsOff() {
            return lasting;
        }

        @Override
        public void strike(SimulatedRun run) {
            run.cluster().network(NetworkModel.faulty(run.cluster().queue().random("weather at " + at), worst));
            later(run, lasting, "fair weather", () -> run.cluster().network(NetworkModel.healthy()));
        }
    }

    /** Fills the disks for a while. */
    record FullDisk(Duration at, Duration lasting) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.disks().fill(true);
            later(run, lasting, "room on the disks", () -> run.disks().fill(false));
        }
    }

    /** Makes syncs of the disks fail, and report that, for a while. */
    record FailingDisk(Duration at, Duration lasting) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.disks().fail(true);
            later(
                    run,
                    lasting,
                    "the disks keep what is written",
                    () -> run.disks().fail(false));
        }
    }

    /** Slows down the disks by the factor {@code times} for a while. */
    record SlowDisk(Duration at, Duration lasting, int times) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.disks().slow(times);
            later(run, lasting, "fast disks", () -> run.disks().slow(1));
        }
    }

    /**
     * Kills a host's daemon. The engines that it has started end with it. The daemon is started again after a while.
     */
    record KillDaemon(Duration at, Duration lasting, int host) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strikeDaemon(host, SimulatedDaemon::kill);
            later(run, lasting, "start of the daemon on host-" + host, () -> run.startDaemon(host));
        }
    }

    /**
     * Cuts the power of a host, so that its daemon and its engines are gone. The host is started again, with its
     * daemon, after a while.
     */
    record LoseHost(Duration at, Duration lasting, int host) implements Trouble {
        @Override
        public Duration cutsOff() {
            return Duration.ofDays(1);
        }

        @Override
        public void strike(SimulatedRun run) {
            run.strikeDaemon(host, SimulatedDaemon::losePower);
            later(run, lasting, "start of host-" + host, () -> run.startDaemon(host));
        }
    }

    /**
     * Tells a host's daemon to end. The daemon lets its engines leave the run first. It is started again after a while.
     */
    record EndDaemon(Duration at, Duration lasting, int host) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strikeDaemon(host, SimulatedDaemon::end);
            later(run, lasting, "start of the daemon on host-" + host, () -> run.startDaemon(host));
        }
    }

    /** Cuts the coordinator from a host's daemon for a while, in both directions. */
    record CutDaemon(Duration at, Duration lasting, int host) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strikeDaemon(host, daemon -> {
                SimNode process = daemon.process();
                SimNode home = run.home();
                run.cluster().cut(home, process);
                later(
                        run,
                        lasting,
                        "heal " + home + " and " + process,
                        () -> run.cluster().heal(home, process));
            });
        }
    }

    /** Breaks all connections of a host's daemon; they can be opened again at once. */
    record BreakDaemon(Duration at, int host) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strikeDaemon(host, daemon -> run.cluster().breakConnections(daemon.process()));
        }
    }

    /** Stops the process of a host's daemon for a while, like SIGSTOP. */
    record PauseDaemon(Duration at, Duration lasting, int host) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strikeDaemon(host, daemon -> {
                SimNode process = daemon.process();
                run.cluster().pause(process);
                later(run, lasting, "resume " + process, () -> run.cluster().resume(process));
            });
        }
    }

    /** Gives the user's order to change engines. */
    record Order(Duration at, ChangeOrder order) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.order(order);
        }
    }

    /** Returns whether an engine or its states may be lost because of this trouble. */
    default boolean mayLose() {
        return !(this instanceof Order
                || this instanceof SetClock
                || this instanceof Busy
                || this instanceof Slow
                || this instanceof LateThreads
                || this instanceof SlowDisk);
    }

    /**
     * Returns a random trouble.
     *
     * @param within the approximate length of the run
     * @param shape the parameters of the run
     * @param bag whether the run is a bag of tasks
     */
    static Trouble drawn(RandomGenerator random, Duration within, RunShape shape, boolean bag) {
        long late = random.nextInt(4) == 0 ? LATE_TIMES : 1; // a run with troubles takes longer
        Duration at = Duration.ofNanos(random.nextLong(late * within.toNanos()));
        Duration lasting = lasting(random, within);
        int engines = shape.engines();
        int seat = 1 + random.nextInt(engines + 2);
        int any = random.nextInt(engines + 2);
        return switch (random.nextInt(bag || shape.onDisk() ? 20 : 16)) {
            case 0, 1 -> new Kill(at, seat);
            case 2 -> new LosePower(at, seat);
            case 3, 4 -> new Cut(at, lasting, seat, any, random.nextBoolean());
            case 5 -> isolation(random, at, lasting, any);
            case 6 -> new Break(at, any);
            case 7 -> new Pause(at, lasting, any);
            case 8 ->
                shape.changes()
                        ? new Busy(at, lasting, seat, 1 + random.nextInt(4))
                        : new Slow(at, seat, 2 + random.nextInt(30));
            case 9 -> new SetClock(at, any, Duration.ofSeconds(random.nextLong(-86_400, 86_400)));
            case 10, 11 -> new Weather(at, lasting, 0.3 * random.nextDouble());
            case 12, 13, 14, 15 -> new Order(at, order(random, seat, any, bag));
            case 16, 17 -> new KillCoordinator(at, random.nextBoolean());
            case 18 -> random.nextBoolean() ? new FullDisk(at, lasting) : new FailingDisk(at, lasting);
            default -> new SlowDisk(at, lasting, 1 << random.nextInt(11));
        };
    }

    /**
     * Returns a random trouble of a daemon, like {@link #drawn}.
     *
     * @param calm whether to choose only troubles that cannot lose an engine
     */
    static Trouble ofDaemon(RandomGenerator random, Duration within, RunShape shape, boolean calm) {
        Duration at = Duration.ofNanos(random.nextLong(within.toNanos()));
        Duration lasting = lasting(random, within);
        int host = random.nextInt(shape.engines() + 2);
        return switch (calm ? 5 + random.nextInt(2) : random.nextInt(8)) {
            case 0, 1 -> new KillDaemon(at, lasting, host);
            case 2 -> new LoseHost(at, lasting, host);
            case 3, 4 -> new CutDaemon(at, lasting, host);
            case 5 -> new EndDaemon(at, lasting, host);
            case 6 -> new BreakDaemon(at, host);
            default -> new PauseDaemon(at, lasting, host);
        };
    }

    /** Returns a random order of the user to change engines, like {@link #drawn}. */
    static Trouble wish(RandomGenerator random, Duration within, RunShape shape, boolean bag) {
        Duration at = Duration.ofNanos(random.nextLong(within.toNanos()));
        int seat = 1 + random.nextInt(shape.engines());
        return new Order(
                at,
                switch (random.nextInt(bag ? 4 : 3)) {
                    case 0 -> new ChangeOrder.Replace(seat, List.of());
                    case 1 -> new ChangeOrder.Expand(List.of());
                    case 2 -> new ChangeOrder.Shrink(seat);
                    default -> new ChangeOrder.Assist(seat, List.of());
                });
    }

    /** Returns late threads from the beginning: rarely late by much, or often by little. */
    static Trouble lateThreads(RandomGenerator random) {
        int onceIn = 1 << (1 + random.nextInt(6));
        long most = Duration.ofMillis(1).toNanos() << random.nextInt(8);
        return new LateThreads(Duration.ZERO, onceIn, Duration.ofNanos(most));
    }

    /**
     * Returns a random cut between hosts of engines other than the coordinator's own.
     *
     * @param within the approximate length of the run
     */
    static Trouble cutHosts(RandomGenerator random, Duration within, RunShape shape) {
        Duration at = Duration.ofNanos(random.nextLong(within.toNanos()));
        List<Integer> seats = new ArrayList<>();
        for (int seat = shape.apart() ? 0 : 1; seat < shape.engines(); seat++) {
            seats.add(random.nextInt(seats.size() + 1), seat);
        }
        int one = seats.remove(0);
        int others = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(seats.size());
        return new CutHosts(at, cutFor(random), one, List.copyOf(seats.subList(0, others)), random.nextInt(3) == 0);
    }

    /** Returns a random duration of a cut; null for ever. */
    private static @Nullable Duration cutFor(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> Duration.ofMillis(1 + random.nextLong(CutHosts.SHORT.toMillis()));
            case 1 -> Duration.ofMillis(1 + random.nextLong(60_000));
            case 2 -> Duration.ofMillis(45_000 + random.nextLong(30_000));
            default -> null;
        };
    }

    /**
     * Returns a random trouble that cuts off one engine once, also from the coordinator. The cut is too short for the
     * engine to be lost.
     */
    static Trouble isolation(RandomGenerator random, Duration within, RunShape shape) {
        Duration at = Duration.ofNanos(random.nextLong(within.toNanos()));
        Isolate.Way[] ways = Isolate.Way.values();
        int seat = 1 + random.nextInt(shape.engines() - 1);
        Duration lasting = Duration.ofMillis(1 + random.nextLong(Isolate.RIDDEN_OUT.toMillis()));
        return new Isolate(at, lasting, seat, ways[random.nextInt(ways.length)], 1);
    }

    private static Isolate isolation(RandomGenerator random, Duration at, Duration lasting, int seat) {
        Isolate.Way[] ways = Isolate.Way.values();
        int times = random.nextInt(3) == 0 ? 2 + random.nextInt(MOST_TIMES - 1) : 1;
        return new Isolate(at, lasting.dividedBy(2L * times - 1), seat, ways[random.nextInt(ways.length)], times);
    }

    private static ChangeOrder order(RandomGenerator random, int seat, int any, boolean bag) {
        return switch (random.nextInt(bag ? 7 : 6)) {
            case 0 -> new ChangeOrder.Replace(seat, List.of());
            case 1, 2 -> new ChangeOrder.Expand(List.of());
            case 3 -> new ChangeOrder.Shrink(any);
            case 4 -> new ChangeOrder.Drain(SimulatedHosts.hostOf(any));
            case 5 -> new ChangeOrder.Leave(List.of(any));
            default -> new ChangeOrder.Assist(any, List.of());
        };
    }

    /**
     * Returns a random duration of a trouble: mostly about as long as a run, sometimes some seconds, and sometimes
     * longer than any process waits for a connection.
     */
    private static Duration lasting(RandomGenerator random, Duration within) {
        long most = switch (random.nextInt(6)) {
            case 0 -> Duration.ofSeconds(5).toNanos();
            case 1 -> Duration.ofSeconds(40).toNanos();
            default -> within.toNanos();
        };
        return Duration.ofNanos(1 + random.nextLong(most));
    }
}
