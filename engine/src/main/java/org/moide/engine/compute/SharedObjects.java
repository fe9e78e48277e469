package org.moide.engine.compute;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.RunEndedException;

/**
 * The values that the application can read by name on this engine: shared data objects, which are fetched when a thread
 * first asks for one, and the contents of files that {@code --files} named.
 *
 * <p>Concurrency: called by all compute threads.
 */
public final class SharedObjects {
    private final Map<String, Long> ids;
    private final NamedFiles files;
    private final ById objects;
    private final Interrupts interrupts;
    // The contents of files, read when a thread first asks for them.
    private final Map<String, byte[]> contents = new ConcurrentHashMap<>();

    /** Source of shared data objects by ID. */
    @FunctionalInterface
    public interface ById {
        /**
         * Returns the object. Blocks until it has arrived. Any thread.
         *
         * @throws IllegalStateException if the object does not exist or was released
         */
        Object value(long id) throws InterruptedException;
    }

    public SharedObjects(Map<String, Long> ids, NamedFiles files, ById objects, Interrupts interrupts) {
        this.ids = ids;
        this.files = files;
        this.objects = objects;
        this.interrupts = interrupts;
    }

    /**
     * Returns the value of this name, the same object for all threads. The first thread that asks for the value fetches
     * it, and other threads wait until it is there.
     */
    public <V> V get(String name, Class<V> type) {
        Object value = files.has(name) ? contents.computeIfAbsent(name, files::bytes) : object(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("shared '" + name + "': expected " + type.getTypeName() + ", found "
                    + value.getClass().getTypeName());
        }
        return type.cast(value);
    }

    private Object object(String name) {
        @Nullable Long id = ids.get(name);
        if (id == null) {
            Set<String> names = new TreeSet<>(ids.keySet());
            names.addAll(files.paths().keySet());
            throw new IllegalArgumentException(
                    "expected the name of something shared in createTasks, or of a file that --files names, " + names
                            + ", found '" + name + "'");
        }
        try {
            return Objects.requireNonNull(interrupts.await(() -> objects.value(id)), name);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new RunEndedException("the run ended while this thread waited for shared '" + name + "'");
        }
    }
}
