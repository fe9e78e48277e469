package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.moide.balance.simulation.SimulatedProcess;
import org.moide.commlib.sim.Event;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.NodeClock;

/** A process that may pause or die, and whose clock differs from the others'. */
final class TroubledProcess implements SimulatedProcess {
    private static final long MOST_HOURS = 1_000;
    private static final long NANOS_PER_HOUR = 3_600_000_000_000L;

    private final NodeClock clock;
    private final RandomGenerator random;
    private final List<Runnable> postponed = new ArrayList<>();
    private final Map<Integer, Step> steps = new TreeMap<>();
    private boolean alive = true;
    private boolean paused;

    /** The next step of a compute thread, with the event that will run it. */
    private record Step(Event event, Runnable action) {}

    TroubledProcess(EventQueue queue) {
        this.clock = clock(queue);
        this.random = queue.random("haste");
    }

    /** Makes a clock that starts at an arbitrary value, negative or positive, as in a JVM. */
    static NodeClock clock(EventQueue queue) {
        return new NodeClock(queue, queue.random("clocks").nextLong(-MOST_HOURS, MOST_HOURS) * NANOS_PER_HOUR);
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public void now(Runnable action) {
        if (alive && paused) {
            postponed.add(action);
        } else if (alive) {
            action.run();
        }
    }

    @Override
    public Event at(long atNanos, String what, Runnable action) {
        return clock.at(atNanos, what, () -> now(action));
    }

    @Override
    public void compute(int thread, long delayNanos, String what, Runnable step) {
        Event event = clock.queue().after(delayNanos, what, () -> now(step));
        steps.put(thread, new Step(event, step));
    }

    /** Lets some threads perform their next steps in the middle of a step of the control thread. */
    void letThreadsGoOn() {
        for (int thread : List.copyOf(steps.keySet())) {
            while (random.nextInt(3) != 0 && hurry(thread)) {
                // one more step of this thread is between the two sums
            }
        }
    }

    private boolean hurry(int thread) {
        Step next = steps.get(thread);
        if (next == null || !next.event().isPending()) {
            return false;
        }
        next.event().cancel();
        next.action().run();
        return true;
    }

    void kill() {
        alive = false;
    }

    boolean isAlive() {
        return alive;
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        List<Runnable> late = List.copyOf(postponed);
        postponed.clear();
        late.forEach(this::now);
    }
}
