package org.moide.coordinator.plan;

import org.moide.engine.Application;
import org.moide.engine.TaskApplication;
import org.moide.engine.WorkerApplication;
import org.moide.engine.executor.ExecutorBag;

/** The kinds of program. They decide which options have an effect. */
public enum ProgramKind {
    /** A bag of tasks: a {@link TaskApplication}. */
    BAG("a bag of tasks"),

    /** The calls that a program submits to MOIDE's executor, which MOIDE runs as a bag of tasks. */
    EXECUTOR("an executor's calls"),

    /** An SPMD application: an {@link Application}. */
    THREADS("an application of threads"),

    /** An application of workers: a {@link WorkerApplication}. */
    WORKERS("an application of workers");

    private final String words;

    ProgramKind(String words) {
        this.words = words;
    }

    static ProgramKind of(Class<?> program) {
        if (program == ExecutorBag.class) {
            return EXECUTOR;
        }
        if (TaskApplication.class.isAssignableFrom(program)) {
            return BAG;
        }
        return WorkerApplication.class.isAssignableFrom(program) ? WORKERS : THREADS;
    }

    /** Returns the kind in words with its article, such as "a bag of tasks". */
    public String words() {
        return words;
    }
}
