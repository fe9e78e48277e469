package org.moide.bench.local;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;

/**
 * Measures primitives between threads of one engine and the JDK's equivalents in the same run. They take turns, round
 * by round, so that the machine's other load affects all of them. Prints the rounds' medians and quartiles.
 *
 * <p>Arguments: {@code --pin} binds each thread to a processor; the number of rounds (30); milliseconds for each round
 * (50); a part of the titles of those measurements that are to run.
 */
public final class LocalPath {
    private static final int MILLION = 1 << 20;
    private static final int MOST_THREADS = 4;

    /** The code of one thread in a round. */
    @FunctionalInterface
    interface Body {
        void run(int operations) throws Exception;
    }

    private final Crew crew;
    private final String only;
    private final int rounds;
    private final int millis;

    private LocalPath(Crew crew, String only, int rounds, int millis) {
        this.crew = crew;
        this.only = only;
        this.rounds = rounds;
        this.millis = millis;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of(arguments));
        boolean pinned = words.remove("--pin");
        int rounds = words.isEmpty() ? 30 : Integer.parseInt(words.get(0));
        int millis = words.size() < 2 ? 50 : Integer.parseInt(words.get(1));
        System.out.println("JDK " + Runtime.version() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors, " + rounds + " rounds of " + millis
                + " ms each; us per operation: median (lower to upper quartile)");
        try (Crew crew = new Crew(MOST_THREADS)) {
            if (pinned) {
                crew.pin();
            }
            new LocalPath(crew, words.size() < 3 ? "" : words.get(2), rounds, millis).compareAll();
        }
    }

    private void compareAll() throws Exception {
        compare(
                "put and run an empty task, 1 thread",
                new Contender(crew, "MOIDE pool", List.of(PoolTasks.ours())),
                new Contender(crew, "MOIDE pool, tasks that read two objects", List.of(PoolTasks.reading())),
                new Contender(crew, "ForkJoinPool", List.of(PoolTasks.forkJoin())));
        compare(
                "put and take a task beside computing, 2 threads",
                new Contender(crew, "a central queue each", PoolTasks.beside(false)),
                new Contender(crew, "one central queue", PoolTasks.beside(true)));
        compare("barrier, 2 threads", barrier(2), phaser(2), cyclicBarrier(2));
        compare("exchange of 8 bytes, 2 threads", exchange(1), exchanger());
        compare("exchange of 128 bytes, 2 threads", exchange(16), exchanger());
        compare("allReduce of doubles, 2 threads", allReduce(2, 1), allReduce(2, 100), phaser(2));
        compare("send and receive of 8 bytes, to and fro", pingPong(1), exchanger());
        compare("barrier, 4 threads", barrier(4), phaser(4));
        compare("allReduce of 1 double, 4 threads", allReduce(4, 1), phaser(4));
        compare("exchange of 1 Mi doubles, 2 threads", exchange(MILLION), arrayCopy(2, MILLION));
        compare("one arraycopy of 1 Mi doubles", arrayCopy(1, MILLION));
        compare("allReduce of 1 Mi doubles, 2 threads", allReduce(2, MILLION), arrayCopy(2, MILLION));
    }

    // --- the compared implementations -------------------------------------------------------------------------------

    private Contender barrier(int threads) {
        return overCommLib("MOIDE barrier", threads, comm -> operations -> {
            for (int i = 0; i < operations; i++) {
                comm.barrier();
            }
        });
    }

    private Contender phaser(int threads) {
        Phaser phaser = new Phaser(threads);
        return new Contender(crew, "Phaser", same(threads, operations -> {
            for (int i = 0; i < operations; i++) {
                phaser.arriveAndAwaitAdvance();
            }
        }));
    }

    private Contender cyclicBarrier(int threads) {
        CyclicBarrier barrier = new CyclicBarrier(threads);
        return new Contender(crew, "CyclicBarrier", same(threads, operations -> {
            for (int i = 0; i < operations; i++) {
                barrier.await();
            }
        }));
    }

    private Contender exchange(int length) {
        return overCommLib("MOIDE exchange", 2, comm -> {
            Slice out = Slice.of(new double[length]);
            Slice in = Slice.of(new double[length]);
            return operations -> {
                for (int i = 0; i < operations; i++) {
                    comm.exchange(1 - comm.id(), 0, out, in);
                }
            };
        });
    }

    private Contender exchanger() {
        Exchanger<Object> exchanger = new Exchanger<>();
        return new Contender(crew, "Exchanger", same(2, operations -> {
            Object own = new double[1];
            for (int i = 0; i < operations; i++) {
                own = exchanger.exchange(own);
            }
        }));
    }

    private Contender pingPong(int length) {
        return overCommLib("MOIDE ping-pong", 2, comm -> {
            double[] data = new double[length];
            return operations -> {
                for (int i = 0; i < operations; i++) {
                    if (comm.id() == 0) {
                        comm.send(1, 0, data);
                        comm.receive(1, 0, data);
                    } else {
                        comm.receive(0, 0, data);
                        comm.send(0, 0, data);
                    }
                }
            };
        });
    }

    private Contender allReduce(int threads, int length) {
        String name = "MOIDE allReduce of " + length;
        if (length == 1) {
            return overCommLib(name, threads, comm -> operations -> {
                for (int i = 0; i < operations; i++) {
                    if (comm.allReduce(1.0, Reduction.SUM) != threads) {
                        throw new IllegalStateException("expected the sum of " + threads + " ones");
                    }
                }
            });
        }
        return overCommLib(name, threads, comm -> {
            double[] data = new double[length];
            return operations -> {
                for (int i = 0; i < operations; i++) {
                    comm.allReduce(data, Reduction.SUM);
                }
            };
        });
    }

    private Contender arrayCopy(int threads, int length) {
        List<Body> bodies = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            double[] from = new double[length];
            double[] to = new double[length];
            bodies.add(operations -> {
                for (int i = 0; i < operations; i++) {
                    System.arraycopy(from, 0, to, 0, length);
                }
            });
        }
        return new Contender(crew, "System.arraycopy", bodies);
    }

    private Contender overCommLib(String name, int threads, Program program) {
        LocalEngine engine = new LocalEngine(threads);
        List<Body> bodies = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            bodies.add(program.of(engine.commLib(thread)));
        }
        return new Contender(crew, name, bodies);
    }

    /** A maker of a thread's body. */
    @FunctionalInterface
    private interface Program {
        Body of(CommLib comm);
    }

    private static List<Body> same(int threads, Body body) {
        Body[] bodies = new Body[threads];
        Arrays.fill(bodies, body);
        return List.of(bodies);
    }

    // --- the comparison ---------------------------------------------------------------------------------------------

    private void compare(String title, Contender... contenders) throws Exception {
        if (!title.contains(only)) {
            return;
        }
        System.out.println(title);
        for (Contender contender : contenders) {
            contender.calibrate(millis);
        }
        for (int round = 0; round < rounds; round++) {
            for (Contender contender : contenders) {
                contender.round();
            }
        }
        double first = contenders[0].micros(0.5);
        for (Contender contender : contenders) {
            System.out.println(String.format(
                    Locale.ROOT,
                    "  %-24s %10.3f  (%.3f to %.3f)   least %.3f   ours is %.2f of it",
                    contender.name(),
                    contender.micros(0.5),
                    contender.micros(0.25),
                    contender.micros(0.75),
                    contender.micros(0),
                    first / contender.micros(0.5)));
        }
    }
}
