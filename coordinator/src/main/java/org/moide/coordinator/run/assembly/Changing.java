package org.moide.coordinator.run.assembly;

/** A mechanism that changes a run's engines by itself as long as it is open. */
public interface Changing extends AutoCloseable {
    /** Ends the mechanism. Does not wait for a change that is under way. */
    @Override
    void close();
}
