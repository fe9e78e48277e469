package org.moide.coordinator.plan;

import org.moide.engine.Application;
import org.moide.engine.TaskApplication;
import org.moide.engine.WorkerApplication;
import org.moide.engine.executor.ExecutorBag;

/** The kinds of program, which decide which options have an effect. */
public enum ProgramKind {
    /** A {@link TaskApplication}. */
    BAG("a bag of tasks"),

    /** The calls that a program submits to its executor: a bag of MOIDE's own. */
    EXECUTOR("an executor's calls"),

    /** An {@link Application}: SPMD. */
    THREADS("an application of threads"),

    /** A {@link WorkerApplication}. */
    WORKERS("an application of workers");

    private final String words;

    ProgramKind(String words) {
        this.words = words;
    }

    /** Returns the kind of a class that is a program. */
    static ProgramKind of(Class<?> program) {
        if (program == ExecutorBag.class) {
            return EXECUTOR;
        }
        if (TaskApplication.class.isAssignableFrom(program)) {
            return BAG;
        }
        return WorkerApplication.class.isAssignableFrom(program) ? WORKERS : THREADS;
    }

    /** Returns the kind in words with its article, for messages. */
    public String words() {
        return words;
    }
}
