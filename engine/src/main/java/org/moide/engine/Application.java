package org.moide.engine;

/**
 * An SPMD application: every compute thread of every engine runs the same code, and the threads talk to each other
 * through CommLib (MOIDE, §3.1.2).
 */
public interface Application extends Program {
    /** The ways in which the threads of one engine share the application object. */
    enum Mode {
        /** Each thread has an application object of its own. */
        INDEPENDENT,
        /** Each engine has one application object, which its threads share. */
        COOPERATIVE
    }

    /** Returns the mode of this application, unless {@code --mode} sets another. */
    default Mode mode() {
        return Mode.INDEPENDENT;
    }

    /**
     * Runs the work of one compute thread. The run ends when all threads have returned from this method, or when one
     * throws.
     *
     * @throws Exception anything: it ends the run, and the user sees it with host and thread
     */
    void run(ComputeThread self) throws Exception;
}
