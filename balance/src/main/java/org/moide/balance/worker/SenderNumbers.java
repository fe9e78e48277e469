package org.moide.balance.worker;

import java.util.HashMap;
import java.util.Map;
import org.moide.commlib.port.FixedOrder;

/**
 * A map from senders to numbers, 0 by default. Most workers have a single remote sender, which needs no hash map. Not
 * thread-safe.
 */
final class SenderNumbers {
    private long only; // the sender, if there is only one
    private long number; // 0 without a sender
    private Map<Long, Long> all = Map.of(); // used for two senders and more, instead of the two fields above

    SenderNumbers(Map<Long, Long> numbers) {
        numbers.forEach(this::put);
    }

    long get(long sender) {
        if (!all.isEmpty()) {
            return all.getOrDefault(sender, 0L);
        }
        return sender == only ? number : 0;
    }

    /**
     * Sets the number that belongs to a sender.
     *
     * @param to the number, above 0
     */
    void put(long sender, long to) {
        if (all.isEmpty()) {
            if (number == 0 || only == sender) {
                only = sender;
                number = to;
                return;
            }
            all = new HashMap<>();
            all.put(only, number);
        }
        all.put(sender, to);
    }

    void remove(long sender) {
        if (all.isEmpty()) {
            number = only == sender ? 0 : number;
            return;
        }
        all.remove(sender);
        if (all.isEmpty()) {
            all = Map.of();
            number = 0;
        }
    }

    /** Returns a copy as a map, without numbers that are 0. */
    Map<Long, Long> copy() {
        if (all.isEmpty()) {
            return number == 0 ? Map.of() : Map.of(only, number);
        }
        return FixedOrder.copyOf(all);
    }
}
