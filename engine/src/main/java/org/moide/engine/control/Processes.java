package org.moide.engine.control;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.Registration;

/**
 * A registration together with the process number of each engine. When an engine leaves a running worker application,
 * the engine numbers behind it decrease, while process numbers do not change until the end of the epoch and are not
 * reused.
 *
 * @param numbers the process numbers in the order of engine numbers, ascending from 0; empty if each equals the engine
 *     number
 */
public record Processes(Registration registration, List<Integer> numbers) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * Limit of process numbers. Tables of processes are as long as the highest number, and the number of a recorded
     * task has 16 bits for the process.
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

    /**
     * Returns processes whose numbers equal the engine numbers. Used for engines that have all begun together, or of
     * which none has left.
     */
    public static Processes of(Registration registration) {
        return new Processes(registration, List.of());
    }

    /** Returns all process numbers, in the order of engine numbers. */
    public List<Integer> all() {
        return numbers.isEmpty()
                ? IntStream.range(0, registration.engines().size()).boxed().toList()
                : numbers;
    }

    public ProcessNumber of(EngineNumber engine) {
        return new ProcessNumber(numbers.isEmpty() ? engine.value() : numbers.get(engine.value()));
    }

    /** Returns the engine number of a process; null if the registration does not contain the process. */
    public @Nullable EngineNumber engineOf(ProcessNumber process) {
        int engine = numbers.isEmpty() ? process.value() : Collections.binarySearch(numbers, process.value());
        return engine < 0 || engine >= registration.engines().size() ? null : new EngineNumber(engine);
    }

    /**
     * Returns the registration's row of a process.
     *
     * @throws NullPointerException if the registration does not contain the process
     */
    public Registration.Member rowOf(ProcessNumber process) {
        EngineNumber engine = Objects.requireNonNull(engineOf(process), () -> "process " + process.value());
        return registration.engines().get(engine.value());
    }

    /** Returns the highest process number. */
    public ProcessNumber last() {
        return of(new EngineNumber(registration.engines().size() - 1));
    }
}
