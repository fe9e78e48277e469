package org.moide.balance.loan;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.FaultyWires;
import org.moide.commlib.sim.NetworkModel;

/**
 * A network for letters (messages between members) that loses, duplicates, delays and reorders them until it is healed.
 * The network itself repeats no letter: senders must do that.
 */
final class LetterWires extends FaultyWires<Integer> {
    /** The share of letters with a long delay. */
    private static final double LATE = 1 / 30.0;

    private static final int LATE_TIMES = 10;

    private final Set<Integer> cutOff = new HashSet<>();

    private LetterWires(EventQueue queue, NetworkModel model) {
        super(queue);
        model(model);
    }

    /** Makes a network with faults drawn at random. */
    static LetterWires drawn(EventQueue queue) {
        RandomGenerator random = queue.random("weather");
        NetworkModel model = slow((long) Math.pow(10, random.nextDouble(4, 6.7)))
                .losingRequests(random.nextBoolean() ? 0 : random.nextDouble(0.4))
                .duplicating(random.nextBoolean() ? 0 : random.nextDouble(0.3));
        return new LetterWires(queue, model);
    }

    /** Makes a network that only delays letters. */
    static LetterWires whole(EventQueue queue, long delayNanos) {
        return new LetterWires(queue, slow(delayNanos));
    }

    private static NetworkModel slow(long delayNanos) {
        return NetworkModel.healthy()
                .withLatency(Duration.ofNanos(delayNanos / 2), Duration.ofNanos(delayNanos * 3 / 2))
                .delaying(LATE, LATE_TIMES);
    }

    /** Drops all letters to and from a member from now on. */
    void cutOff(int member) {
        cutOff.add(member);
    }

    void mend(int member) {
        cutOff.remove(member);
    }

    /** Ends losses and duplicates from now on; delays remain. */
    void heal() {
        cutOff.clear();
        mendAll();
        model(model().losingRequests(0).duplicating(0));
    }

    @Override
    public boolean isCut(Integer from, Integer to) {
        return cutOff.contains(from) || cutOff.contains(to) || super.isCut(from, to);
    }

    @Override
    public int copies(Integer from, Integer to) {
        int copies = 0;
        for (int sent = happens(model().duplicate()) ? 2 : 1; sent > 0; sent--) {
            copies += happens(model().loseRequest()) ? 0 : 1;
        }
        return copies;
    }
}
