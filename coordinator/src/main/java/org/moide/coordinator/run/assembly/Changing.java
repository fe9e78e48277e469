package org.moide.coordinator.run.assembly;

/** Something that changes a run's engines by itself, as long as it is open. */
public interface Changing extends AutoCloseable {
    /** Ends the changes. Does not wait for one that is under way. */
    @Override
    void close();
}
