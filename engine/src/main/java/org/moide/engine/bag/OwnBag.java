package org.moide.engine.bag;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Surroundings;
import org.moide.engine.compute.SharedObjects;
import org.moide.engine.compute.Voice;

/** A bag of tasks of MOIDE's own, which is told what an application's bag need not know. */
public interface OwnBag {
    /** Takes the means of the engine whose threads are about to run the bag. Called once, before anything else. */
    void begins(Means means);

    /**
     * Says what the tasks of a loan have to say, so that it comes before the loan's result, which a thread is about to
     * give away.
     */
    void loanCloses();

    /**
     * Runs a call that is no task of the bag: no other engine has it, and it is answered for at once. Called by a
     * compute thread.
     */
    void runAlone(byte[] call, Naming naming);

    /** Returns the name of one of the bag's tasks. Any thread may call it; it may run the application's code. */
    String nameOf(byte[] task);

    /**
     * Notes that no thread of the engine runs the bag any more, or that none will. Any thread may call it; a second
     * call has no effect.
     */
    void ends();

    /**
     * The part of a thread's work that a bag of our own does itself: it knows better than the bytes of a task show what
     * has begun.
     */
    interface Naming {
        /** Names what runs now. May call its {@code toString}. Called by the thread that runs it. */
        void named(Object task);

        /**
         * Reads, if tasks have a limit of time, an encoded result as its receivers will: what takes them too long takes
         * too long here. Called by the thread that runs the task.
         *
         * @throws org.moide.commlib.CommException if it cannot be read
         */
        void readBack(byte[] encoded);

        /**
         * Notes that what ran has ended: what follows is no part of its time. Called by the thread that ran it.
         *
         * @return words to put behind its name if it took too long and was interrupted for that; null if it was not
         *     interrupted
         */
        @Nullable
        String ended();
    }

    /**
     * The means by which an engine runs the bag.
     *
     * @param codec reads and writes objects of the program's classes
     * @param voice talks to whoever began the run
     * @param calls knows which of the program's calls are not wanted any more
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
