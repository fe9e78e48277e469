package org.moide.engine;

/**
 * An SPMD application: every compute thread of every engine runs the same code and they talk through CommLib (MOIDE,
 * §3.1.2).
 */
public interface Application extends Program {
    /** How the threads of one engine share the application object. */
    enum Mode {
        /** An application object for each thread. */
        INDEPENDENT,
        /** One for each engine; its threads share it. */
        COOPERATIVE
    }

    /** What {@code --mode} overrides. */
    default Mode mode() {
        return Mode.INDEPENDENT;
    }

    /**
     * The work of one compute thread. The run ends when all threads have returned from here, or when one throws.
     *
     * @throws Exception anything: it ends the run, and the user sees it with host and thread
     */
    void run(ComputeThread self) throws Exception;
}
