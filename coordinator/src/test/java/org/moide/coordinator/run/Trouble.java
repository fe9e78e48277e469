package org.moide.coordinator.run;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.moide.commlib.sim.NetworkModel;
import org.moide.commlib.sim.SimCluster;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.control.ChangeOrder;

/** Something that happens to a simulated run, and when: a fault, or an order of its user. */
sealed interface Trouble {
    /** Since the run began. */
    Duration at();

    void strike(SimulatedRun run);

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

    /** A process is stopped for a while, as by SIGSTOP. */
    record Pause(Duration at, Duration lasting, int seat) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            SimNode node = run.nodeOf(seat);
            if (node != null && node.isAlive()) {
                run.cluster().pause(node);
                later(run, lasting, "resume " + node, () -> run.cluster().resume(node));
            }
        }
    }

    /** A host does everything so many times slower from now on. */
    record Slow(Duration at, int seat, int times) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            SimNode node = run.nodeOf(seat);
            if (node != null) {
                run.cluster().slow(node, times);
            }
        }
    }

    /** Somebody sets a host's clock. */
    record SetClock(Duration at, int seat, Duration ahead) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            SimNode node = run.nodeOf(seat);
            if (node != null) {
                run.cluster().setClock(node, ahead);
            }
        }
    }

    /** The network loses, doubles, delays and breaks what goes over it, for a while. */
    record Weather(Duration at, Duration lasting, double worst) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.cluster().network(NetworkModel.faulty(run.cluster().queue().random("weather at " + at), worst));
            later(run, lasting, "fair weather", () -> run.cluster().network(NetworkModel.healthy()));
        }
    }

    /** The coordinator's disk is full for a while. */
    record FullDisk(Duration at, Duration lasting) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.disk().fill(true);
            later(run, lasting, "room on the disk", () -> run.disk().fill(false));
        }
    }

    /** The user wants engines changed. */
    record Order(Duration at, ChangeOrder order) implements Trouble {
        @Override
        public void strike(SimulatedRun run) {
            run.order(order);
        }
    }

    /** One drawn by chance, in the first {@code within} of a run that began with so many engines. */
    static Trouble drawn(RandomGenerator random, Duration within, int engines, boolean bag) {
        Duration at = Duration.ofNanos(random.nextLong(within.toNanos()));
        Duration lasting = lasting(random, within);
        int seat = 1 + random.nextInt(engines + 2);
        return switch (random.nextInt(bag ? 13 : 11)) {
            case 0, 1 -> new Kill(at, seat);
            case 2 -> new LosePower(at, seat);
            case 3, 4 -> new Cut(at, lasting, seat, random.nextInt(engines + 2), random.nextBoolean());
            case 5 -> new Pause(at, lasting, random.nextInt(engines + 2));
            case 6 -> new Slow(at, seat, 2 + random.nextInt(30));
            case 7 -> new SetClock(at, seat, Duration.ofSeconds(random.nextLong(-86_400, 86_400)));
            case 8 -> new Weather(at, lasting, 0.3 * random.nextDouble());
            case 9 -> new Order(at, new ChangeOrder.Replace(seat, List.of()));
            case 10 ->
                new Order(at, random.nextBoolean() ? new ChangeOrder.Expand(List.of()) : new ChangeOrder.Shrink(seat));
            case 11 ->
                random.nextInt(2) == 0 ? new KillCoordinator(at, random.nextBoolean()) : new FullDisk(at, lasting);
            default -> new Order(at, new ChangeOrder.Assist(seat, List.of()));
        };
    }

    /** A change of engines that the user wants, drawn in the same way. */
    static Trouble wish(RandomGenerator random, Duration within, int engines, boolean bag) {
        Duration at = Duration.ofNanos(random.nextLong(within.toNanos()));
        int seat = 1 + random.nextInt(engines);
        return new Order(
                at,
                switch (random.nextInt(bag ? 4 : 3)) {
                    case 0 -> new ChangeOrder.Replace(seat, List.of());
                    case 1 -> new ChangeOrder.Expand(List.of());
                    case 2 -> new ChangeOrder.Shrink(seat);
                    default -> new ChangeOrder.Assist(seat, List.of());
                });
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
