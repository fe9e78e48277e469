package org.moide.commlib.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Litmus tests with real threads: every actor does its part on a fresh state at about the same moment, many times, and
 * the outcomes are searched for ones that the structure promises never to have. Tests of the module balance use it
 * too.
 *
 * <p>States are made and judged in batches. Within a batch, an actor waits for the others at each state, but only for
 * a few checks: on a busy machine another actor is often not running, and to be far apart, or stopped halfway, is one
 * more interleaving. Random steps before each start add more. Every actor acts on every state, so an actor may wait
 * for what another one does.
 * <pre>
 * what           written by            read by
 * states, over   the caller            actors, after the gate
 * reached        its actor             the others, while they wait for it
 * caught, fault  any, the first wins   all
 * </pre>
 *
 * @param <S> the state that one try is made on
 */
public final class Litmus<S> {
    /**
     * The number of checks whether the other actors have come. They take about as long as another processor needs to
     * answer a few times; more checks would be wasted if that processor runs something else.
     */
    private static final int LOOKS = 100;

    /** The greatest number of steps of a random generator before a start; a step takes about a nanosecond. */
    private static final int MOST_STEPS_APART = 64;

    /** The distance between two actors' progress, in ints: two cache lines, since processors fetch lines in pairs. */
    private static final int APART = 32;

    /** The limit for a test's tries on a busy machine: several times their length on an idle one. */
    private static final long BUSY_SECONDS = 6;

    /** The time for a batch after which an actor counts as hanging. */
    private static final long GATE_SECONDS = 60;

    /** The code that one thread runs on each state. */
    public interface Actor<S> {
        /** Acts on a state. Returns null, or a description of a forbidden observation. */
        @Nullable
        String act(S state) throws InterruptedException;
    }

    /**
     * The outcome of a litmus test: what was found, in how many tries and how long.
     *
     * @param forbidden the first forbidden outcome; null if there was none
     */
    public record Outcome(@Nullable String forbidden, long tries, long nanos) {
        @Override
        public String toString() {
            return (forbidden == null ? "nothing forbidden" : forbidden) + " in " + tries + " tries, "
                    + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
        }
    }

    /** The number of tries that two free processors make in a second or two. */
    private static final long FEW_TRIES = 1_000_000;

    private static final int BUSY_TIMES = 6;

    private final int batch;
    private final Supplier<S> fresh;
    private final List<Actor<S>> actors;
    private final Function<S, @Nullable String> judge;
    private final CyclicBarrier gate;
    private final AtomicIntegerArray reached;
    private final AtomicReference<@Nullable String> caught = new AtomicReference<>();
    private final AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();
    private volatile List<S> states = List.of();
    private volatile boolean over;

    /**
     * Creates a test, for one call of {@link #run} or {@link #search}.
     *
     * @param batch the number of states in a batch
     * @param judge checks a state after all actors have acted; returns null, or a description of a forbidden outcome
     */
    public Litmus(int batch, Supplier<S> fresh, Function<S, @Nullable String> judge, List<Actor<S>> actors) {
        this.batch = batch;
        this.fresh = fresh;
        this.judge = judge;
        this.actors = List.copyOf(actors);
        this.gate = new CyclicBarrier(actors.size() + 1);
        this.reached = new AtomicIntegerArray((actors.size() + 1) * APART);
    }

    /** Makes this many tries; fewer if one has a forbidden outcome, or the machine is too busy. */
    public Outcome run(long tries) throws InterruptedException {
        long limitNanos = TimeUnit.SECONDS.toNanos(BUSY_SECONDS);
        return play((made, nanos) -> made < tries && nanos < limitNanos);
    }

    /**
     * Tries until there is a forbidden outcome, for structures that are known to have one. If the machine is so busy
     * that the limit allows few tries, it continues longer.
     */
    public Outcome search(long limitSeconds) throws InterruptedException {
        long limitNanos = TimeUnit.SECONDS.toNanos(limitSeconds);
        return play((tries, nanos) -> nanos < limitNanos || (tries < FEW_TRIES && nanos < BUSY_TIMES * limitNanos));
    }

    /** The rule that decides, from the number of tries and the nanoseconds so far, whether to go on. */
    @FunctionalInterface
    private interface Patience {
        boolean isLeft(long tries, long nanos);
    }

    private Outcome play(Patience patience) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int actor = 0; actor < actors.size(); actor++) {
            int index = actor;
            Thread thread = new Thread(() -> actOften(index), "litmus-actor-" + index);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        long start = System.nanoTime();
        long tries = 0;
        try {
            while (caught.get() == null && patience.isLeft(tries, System.nanoTime() - start)) {
                states = Stream.generate(fresh).limit(batch).toList();
                passGate();
                passGate();
                tries += batch;
                for (S state : states) {
                    String forbidden = caught.get() == null ? judge.apply(state) : null;
                    caught.compareAndSet(null, forbidden);
                }
            }
            over = true;
            passGate();
        } finally {
            threads.forEach(Thread::interrupt);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Throwable failed = fault.get();
        if (failed != null) {
            throw new AssertionError("an actor failed: " + failed, failed);
        }
        return new Outcome(caught.get(), tries, System.nanoTime() - start);
    }

    private void actOften(int self) {
        SplittableRandom random = new SplittableRandom(self);
        int before = 0;
        try {
            passGate();
            while (!over) {
                actOnBatch(self, before, random);
                before += batch;
                reached.setRelease(cell(self), before);
                passGate();
                passGate();
            }
        } catch (InterruptedException | AssertionError interrupted) {
            fault.compareAndSet(null, interrupted);
        }
    }

    private void actOnBatch(int self, int before, SplittableRandom random) {
        Actor<S> actor = actors.get(self);
        int at = before;
        try {
            for (S state : states) {
                at++;
                align(self, at, random);
                String forbidden = actor.act(state);
                if (forbidden != null) {
                    caught.compareAndSet(null, forbidden);
                }
            }
        } catch (Throwable failed) {
            fault.compareAndSet(null, failed);
            caught.compareAndSet(null, "an actor failed: " + failed);
        }
    }

    /**
     * Waits briefly for the other actors, then makes a random number of steps, so that the actors start at different
     * moments.
     */
    private void align(int self, int at, SplittableRandom random) {
        reached.setRelease(cell(self), at);
        int looks = LOOKS;
        while (looks > 0 && !allReached(at)) {
            looks--;
            Thread.onSpinWait();
        }
        if (looks == 0 && random.nextInt(16) == 0) {
            Thread.yield(); // this only affects the number of interleavings tried
        }
        int steps = random.nextInt(MOST_STEPS_APART);
        while (steps > 0 && random.nextInt() != 0) {
            steps--;
        }
    }

    private boolean allReached(int at) {
        for (int actor = 0; actor < actors.size(); actor++) {
            if (reached.getAcquire(cell(actor)) < at) {
                return false;
            }
        }
        return true;
    }

    private void passGate() throws InterruptedException {
        try {
            gate.await(GATE_SECONDS, TimeUnit.SECONDS);
        } catch (BrokenBarrierException | TimeoutException late) {
            throw new AssertionError(
                    "expected every actor to be through its batch of " + batch + " in " + GATE_SECONDS + " s",
                    fault.get() == null ? late : fault.get());
        }
    }

    private static int cell(int actor) {
        return actor * APART + APART / 2;
    }
}
