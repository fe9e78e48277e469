package org.moide.engine.bag;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Surroundings;
import org.moide.engine.compute.SharedObjects;
import org.moide.engine.compute.Voice;

/** A bag of tasks of our own, which is told what an application's need not know. */
public interface OwnBag {
    /** The threads of an engine are about to run it. Called once, before anything else. */
    void begins(Means means);

    /** A thread is about to give a loan's result away: what its tasks have to say is said now, so that it comes before. */
    void loanCloses();

    /** Does this, which is no task of the bag: nobody else has it, and it is answered for at once. A compute thread. */
    void runAlone(byte[] call, Naming naming);

    /** What one of its tasks is called. Any thread; may run the application's code. */
    String nameOf(byte[] task);

    /** No thread of the engine runs it any more, or none is to. Any thread; again without effect. */
    void ends();

    /** Part of what its tasks are run with: a thread knows better than by the bytes of a task what it has begun. */
    interface Naming {
        /** What runs is this. May call its {@code toString}. The thread that runs it. */
        void named(Object task);

        /**
         * With a limit of time, reads what comes of it as those will to whom it goes: what takes them too long takes too long here.
         * The thread that runs it.
         *
         * @throws org.moide.commlib.CommException if it cannot be read
         */
        void readBack(byte[] encoded);

        /**
         * It has ended, and what follows is no part of its time. The thread that ran it.
         *
         * @return in words that go on after its name, how it took longer than it may and was interrupted for that; null if not
         */
        @Nullable
        String ended();
    }

    /**
     * What it is run by.
     *
     * @param codec reads and writes objects of the program's classes
     * @param voice talks to whoever began the run
     * @param calls which of the program's calls are not wanted any more
     * @param shared has what is shared with all engines
     * @param role begins the names of threads
     */
    record Means(
            ObjectCodec codec,
            Voice voice,
            ProgramCalls calls,
            SharedObjects.ById shared,
            Surroundings around,
            String role) {}
}
