package org.moide.balance.worker;

import java.util.HashMap;
import java.util.Map;

/**
 * A number by sender, 0 where none was set. Most workers hear of one sender from elsewhere: that takes no map. Not
 * thread-safe.
 */
final class SenderNumbers {
    private long only; // the sender, while there is one
    private long number; // 0: there is none
    private Map<Long, Long> all = Map.of(); // once there are more; then the two above are not looked at

    SenderNumbers(Map<Long, Long> numbers) {
        numbers.forEach(this::put);
    }

    long get(long sender) {
        if (!all.isEmpty()) {
            return all.getOrDefault(sender, 0L);
        }
        return sender == only ? number : 0;
    }

    /** @param to above 0 */
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

    /** The numbers that are not 0, as they are now. */
    Map<Long, Long> copy() {
        if (all.isEmpty()) {
            return number == 0 ? Map.of() : Map.of(only, number);
        }
        return Map.copyOf(all);
    }
}
