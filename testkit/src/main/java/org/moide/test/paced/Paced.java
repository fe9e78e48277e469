package org.moide.test.paced;

import java.io.Serializable;
import java.util.function.BiFunction;
import org.moide.engine.Application;
import org.moide.engine.Program;
import org.moide.engine.TaskApplication;
import org.moide.engine.WorkerApplication;

/** Wraps applications so that they pause before their calls. It is loaded by name. */
public final class Paced implements BiFunction<Program, Pace, Program> {
    @Override
    public Program apply(Program program, Pace pace) {
        if (program instanceof Application threads) {
            return new PacedApplication(threads, pace);
        }
        return program instanceof TaskApplication<?, ?> bag
                ? bag(bag, pace)
                : workers((WorkerApplication<?, ?, ?>) program, pace);
    }

    private static <T extends Serializable, R extends Serializable> Program bag(TaskApplication<T, R> bag, Pace pace) {
        return new PacedBag<>(bag, pace);
    }

    private static <S extends Serializable, T extends Serializable, R extends Serializable> Program workers(
            WorkerApplication<S, T, R> workers, Pace pace) {
        return new PacedWorkers<>(workers, pace);
    }
}
