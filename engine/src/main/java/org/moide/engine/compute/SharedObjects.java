package org.moide.engine.compute;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.RunEndedException;

/**
 * The objects that are shared with this engine's threads, by name: data objects that any task may read, which are
 * brought here when one is first asked for, and the contents of files that the user named, which lie on this host
 * already.
 *
 * <p>Concurrency: compute threads.
 */
public final class SharedObjects {
    private final Map<String, Long> ids;
    private final NamedFiles files;
    private final ById objects;
    private final Interrupts interrupts;
    private final Map<String, byte[]> contents = new ConcurrentHashMap<>(); // contents of files that were asked for

    /** Gives an object that is shared with all engines, by its number. */
    @FunctionalInterface
    public interface ById {
        /**
         * Returns the object; waits until it is here. Any thread.
         *
         * @throws IllegalStateException if there is no such object, or not any more
         */
        Object value(long id) throws InterruptedException;
    }

    /** @param ids the IDs of the data objects that were shared, by name */
    public SharedObjects(Map<String, Long> ids, NamedFiles files, ById objects, Interrupts interrupts) {
        this.ids = ids;
        this.files = files;
        this.objects = objects;
        this.interrupts = interrupts;
    }

    /**
     * Returns the object of this name, the same for all threads. The first thread that asks fetches it; others wait
     * with it.
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
