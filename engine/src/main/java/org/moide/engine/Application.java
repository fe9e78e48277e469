package org.moide.engine;

/**
 * An SPMD application: every compute thread of every engine runs the same code, and the threads exchange messages
 * through CommLib (MOIDE, §3.1.2).
 */
public interface Application extends Program {
    /** The ways in which the threads of one engine share the application object. */
    enum Mode {
        /** Each compute thread has its own application object. */
        INDEPENDENT,
        /** Each engine has one application object, which its compute threads share. */
        COOPERATIVE
    }

    /** Returns how threads share the application object. The user's {@code --mode} overrides it. */
    default Mode mode() {
        return Mode.INDEPENDENT;
    }

    /**
     * Returns the name of the strategy that this application's tasks go by, one of those for {@code --strategy}; empty for
     * the usual one. The user's {@code --strategy} overrides it. The coordinator calls it before engines start, and
     * refuses the run if there is no such strategy.
     */
    default String strategy() {
        return "";
    }

    /**
     * Runs the work of one compute thread. The run ends when all threads have returned from this method, or when one
     * throws.
     *
     * @throws Exception any exception; it ends the run and is shown to the user with host and thread
     */
    void run(ComputeThread self) throws Exception;
}
