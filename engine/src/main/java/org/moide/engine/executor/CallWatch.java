package org.moide.engine.executor;

/** Is told of the calls that an engine runs, by the thread that runs the call, which it may hold for a while. */
public interface CallWatch {
    /** Watches nothing. */
    CallWatch NONE = new CallWatch() {
        @Override
        public void begins(Object call) {
            // Nobody wants to know.
        }

        @Override
        public void ended(Object call) {
            // Nobody wants to know.
        }
    };

    /** Notes that a call, a {@code Callable} or {@code Runnable}, is about to begin. */
    void begins(Object call);

    /** Notes that a call has returned or thrown. The calls that it has submitted may still run. */
    void ended(Object call);
}
