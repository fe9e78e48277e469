package org.moide.test;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.moide.commlib.sim.SimNode;
import org.moide.test.paced.Pace;

/**
 * Random pauses of a simulated process, drawn from the seed. Most are short; some are long enough for other threads to
 * do much.
 */
final class DrawnPace implements Pace {
    private static final int MOST_NANOS = 4_000_000;
    private static final int LONG_ONCE_IN = 12;
    private static final int LONG_TIMES = 12;

    private final SimNode node;
    private final Consumer<Supplier<String>> listener;
    private final RandomGenerator chance;

    DrawnPace(SimNode node, Consumer<Supplier<String>> listener) {
        this.node = node;
        this.listener = listener;
        this.chance = node.random("pace");
    }

    @Override
    public void pause() {
        int times = chance.nextInt(LONG_ONCE_IN) == 0 ? LONG_TIMES : 1;
        node.compute(Duration.ofNanos(1 + chance.nextInt(MOST_NANOS)).multipliedBy(times));
    }

    @Override
    public void does(Supplier<String> what) {
        listener.accept(() -> CallStory.DOES + what.get());
    }
}
