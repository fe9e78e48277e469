package org.moide.engine.control;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.moide.commlib.registration.Registration;

/**
 * A registration, and the number that each of its engines has as a process with workers. When an engine leaves while
 * the others go on, those behind it move up in the next registration; as processes all keep their numbers to the end of
 * the epoch, and nobody gets that of one that has left.
 *
 * @param numbers by place in the registration, 0 first, each higher than the one before; empty if each has its place as
 *     its number
 */
public record Processes(Registration registration, List<Integer> numbers) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Tables of processes are as long as the highest number; a recorded task's number has 16 bits for that of its engine. */
    public static final int MOST = 1 << 16;

    public Processes {
        numbers = List.copyOf(numbers);
        int engines = registration.engines().size();
        if (!numbers.isEmpty() && (numbers.size() != engines || numbers.get(0) != 0 || !areAscending(numbers))) {
            throw new IllegalArgumentException("processes of registration " + registration.epoch() + ": expected "
                    + engines + " numbers below " + MOST + ", 0 first and each higher than the one before, found "
                    + numbers.size() + ": " + numbers.subList(0, Math.min(numbers.size(), 10)));
        }
    }

    private static boolean areAscending(List<Integer> numbers) {
        for (int place = 1; place < numbers.size(); place++) {
            if (numbers.get(place) <= numbers.get(place - 1)) {
                return false;
            }
        }
        return numbers.get(numbers.size() - 1) < MOST;
    }

    /** Of engines that have all begun together, or of which none has left. */
    public static Processes of(Registration registration) {
        return new Processes(registration, List.of());
    }

    /** All numbers, by place. */
    public List<Integer> all() {
        return numbers.isEmpty()
                ? IntStream.range(0, registration.engines().size()).boxed().toList()
                : numbers;
    }

    /** The number of the engine at this place. */
    public int numberOf(int place) {
        return numbers.isEmpty() ? registration.engines().get(place).engine() : numbers.get(place);
    }

    /** The place of the process with this number; below 0 if it is not there. */
    public int placeOf(int number) {
        if (numbers.isEmpty()) {
            return number < registration.engines().size() ? number : -1;
        }
        return Collections.binarySearch(numbers, number);
    }

    /** The number of the engine at the last place: the highest. */
    public int last() {
        return numberOf(registration.engines().size() - 1);
    }
}
