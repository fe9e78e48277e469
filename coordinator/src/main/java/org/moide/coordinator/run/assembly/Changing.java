package org.moide.coordinator.run.assembly;

/** What changes a run's engines by itself, as long as it is open. */
public interface Changing extends AutoCloseable {
    /** It does not wait for a change that is under way. */
    @Override
    void close();
}
