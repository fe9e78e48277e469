package org.moide.engine.control;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.Registration;

/**
 * A registration, and the number that each of its engines has as a process with workers. When an engine leaves while
 * the others go on, the engines behind it move up in the next registration. As processes all keep their numbers to the
 * end of the epoch, and no engine gets the number of one that has left.
 *
 * @param numbers by place in the registration, 0 first, each higher than the one before; empty if each has its place as
 *     its number
 */
public record Processes(Registration registration, List<Integer> numbers) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The limit of process numbers. Tables of processes are as long as the highest number, and a recorded task's number
     * has 16 bits for its engine.
     */
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

    /** Returns the processes of engines that have all begun together, or of which none has left. */
    public static Processes of(Registration registration) {
        return new Processes(registration, List.of());
    }

    /** Returns all numbers, by place. */
    public List<Integer> all() {
        return numbers.isEmpty()
                ? IntStream.range(0, registration.engines().size()).boxed().toList()
                : numbers;
    }

    /** Returns the process number of this engine of the registration. */
    public ProcessNumber of(EngineNumber engine) {
        return new ProcessNumber(numbers.isEmpty() ? engine.value() : numbers.get(engine.value()));
    }

    /** Returns the place of this process in the registration; null if it is not there. */
    public @Nullable EngineNumber engineOf(ProcessNumber process) {
        int engine = numbers.isEmpty() ? process.value() : Collections.binarySearch(numbers, process.value());
        return engine < 0 || engine >= registration.engines().size() ? null : new EngineNumber(engine);
    }

    /** Returns the row of a process that is there. */
    public Registration.Member rowOf(ProcessNumber process) {
        EngineNumber engine = Objects.requireNonNull(engineOf(process), () -> "process " + process.value());
        return registration.engines().get(engine.value());
    }

    /** Returns the highest number: that of the engine at the last place. */
    public ProcessNumber last() {
        return of(new EngineNumber(registration.engines().size() - 1));
    }
}
