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

/** Something that happens to a simulated run, and when: a fault, or an order of its user. */
public sealed interface Trouble {
    /** The last ones come this much later than a run ends in which nothing goes wrong. */
    int LATE_TIMES = 8;

    /** How often somebody is cut off at most. */
    int MOST_TIMES = 6;

    /** Since the run began. */
    Duration at();

    void strike(SimulatedRun run);

    /** For how long somebody may hear nothing of another by it. */
    default Duration cutsOff() {
        return Duration.ZERO;
    }

    private static void later(SimulatedRun run, Duration delay, String what, Runnable action) {
        run.cluster().after(delay, what, action);
    }

    /** An engine's process is killed; seats that are empty when it comes are left alone. */
    record Kill(Duration at, int seat) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.kill(seat);
        }
    }

    /** An engine's host loses power, so that nobody is told. */
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

    /** The coordinator's process is killed, or its host loses power; a new coordinator goes on from what is on disk. */
    record KillCoordinator(Duration at, boolean power) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.killCoordinator(power);
        }
    }

    /** Nothing gets from one engine to another for a while; both ways, or one. */
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
     * A cut between the host of an engine and the hosts of others, while the coordinator reaches all. It also holds for engines that
     * come there later.
     *
     * @param lasting null for good
     */
    record CutHosts(Duration at, @Nullable Duration lasting, int seat, List<Integer> others, boolean oneWay)
            implements Trouble {
        /** The longest cut that is ridden out: it costs nobody anything. */
        static final Duration SHORT = Duration.ofSeconds(14);

        @Override
        public void strike(SimulatedRun run) {
            run.cutHosts(seat, others, oneWay, lasting);
        }
    }

    /** A process is cut from all others, or hears nobody, or is heard by nobody; for a while, and so many times. */
    record Isolate(Duration at, Duration lasting, int seat, Way way, int times) implements Trouble {
        /** The longest that costs no engine its life; one that is silent for longer is lost at some time. */
        static final Duration RIDDEN_OUT = Duration.ofSeconds(45);

        /** What does not get through. */
        enum Way {
            BOTH,
            TO_IT,
            FROM_IT
        }

        /** The times between count too: who has lost the answer of a call in one cut may call again in the next. */
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

    /** All connections of a process break, as when a middle box starts anew. */
    record Break(Duration at, int seat) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strike(seat, run.cluster()::breakConnections);
        }
    }

    /** A process is stopped for a while, as by SIGSTOP. */
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

    /** A host does everything so many times slower from now on. */
    record Slow(Duration at, int seat, int times) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strike(seat, node -> run.cluster().slow(node, times));
        }
    }

    /** Others run so many threads on a host for a while. */
    record Busy(Duration at, Duration lasting, int seat, int threads) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.busy(seat, threads);
            later(run, lasting, "nobody else runs on " + SimulatedHosts.hostOf(seat), () -> run.busy(seat, 0));
        }
    }

    /** Somebody sets a host's clock. */
    record SetClock(Duration at, int seat, Duration ahead) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strike(seat, node -> run.cluster().setClock(node, ahead));
        }
    }

    /** The network loses, doubles, delays and breaks what goes over it, for a while. */
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

    /** The disks are full for a while. */
    record FullDisk(Duration at, Duration lasting) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.disks().fill(true);
            later(run, lasting, "room on the disks", () -> run.disks().fill(false));
        }
    }

    /** The disks do not keep what they should, and say so, for a while. */
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

    /** The disks take so many times as long, for a while. */
    record SlowDisk(Duration at, Duration lasting, int times) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.disks().slow(times);
            later(run, lasting, "fast disks", () -> run.disks().slow(1));
        }
    }

    /** A host's daemon is killed, and its engines end with it; somebody starts it again after a while. */
    record KillDaemon(Duration at, Duration lasting, int host) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strikeDaemon(host, SimulatedDaemon::kill);
            later(run, lasting, "start of the daemon on host-" + host, () -> run.startDaemon(host));
        }
    }

    /** A host loses power, with its daemon and its engines, and is started again after a while. */
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

    /** A host's daemon is told to end and lets its engines leave; somebody starts it again after a while. */
    record EndDaemon(Duration at, Duration lasting, int host) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strikeDaemon(host, SimulatedDaemon::end);
            later(run, lasting, "start of the daemon on host-" + host, () -> run.startDaemon(host));
        }
    }

    /** Nothing gets from the coordinator to a host's daemon for a while, nor back. */
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

    /** All connections of a host's daemon break; they can be made again at once. */
    record BreakDaemon(Duration at, int host) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.strikeDaemon(host, daemon -> run.cluster().breakConnections(daemon.process()));
        }
    }

    /** A host's daemon is stopped for a while. */
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

    /** The user wants engines changed. */
    record Order(Duration at, ChangeOrder order) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.order(order);
        }
    }

    /** Whether engines, or their states, may be lost by it. */
    default boolean mayLose() {
        return !(this instanceof Order
                || this instanceof SetClock
                || this instanceof Busy
                || this instanceof Slow
                || this instanceof SlowDisk);
    }

    /**
     * One drawn by chance.
     *
     * @param within about as long as the run takes
     * @param shape what the run begins with
     * @param bag whether it is one of tasks
     */
    static Trouble drawn(RandomGenerator random, Duration within, RunShape shape, boolean bag) {
        long late = random.nextInt(4) == 0 ? LATE_TIMES : 1; // a run that is in trouble takes longer
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

    /** One of a daemon, drawn in the same way; if it is calm nothing is lost by it. */
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

    /** A change of engines that the user wants, drawn in the same way. */
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

    /**
     * Draws a cut between hosts of engines, of which none is the coordinator's own.
     *
     * @param within as of {@link #drawn}
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

    /** Draws how long a cut lasts; null for good. */
    private static @Nullable Duration cutFor(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> Duration.ofMillis(1 + random.nextLong(CutHosts.SHORT.toMillis()));
            case 1 -> Duration.ofMillis(1 + random.nextLong(60_000));
            case 2 -> Duration.ofMillis(45_000 + random.nextLong(30_000));
            default -> null;
        };
    }

    /** Draws one engine that is cut off once, from the coordinator too, for less than it would be lost for. */
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

    /** Mostly about as long as a run, now and then for some seconds or longer than anybody waits for a connection. */
    private static Duration lasting(RandomGenerator random, Duration within) {
        long most = switch (random.nextInt(6)) {
            case 0 -> Duration.ofSeconds(5).toNanos();
            case 1 -> Duration.ofSeconds(40).toNanos();
            default -> within.toNanos();
        };
        return Duration.ofNanos(1 + random.nextLong(most));
    }
}
