package org.moide.coordinator.run.results;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/** Stores, in encoded form, the objects of a bag of tasks that engines fetch from the coordinator. Thread-safe. */
public interface BagStore {
    /**
     * Stores an object under a name by which every engine may ask for it.
     *
     * @throws IllegalArgumentException if the name is already used
     */
    void share(String name, byte[] encoded);

    /**
     * Returns the objects that were shared since the last call, by name and in the order of sharing, so that the run
     * can journal them. The store keeps them.
     */
    Map<String, byte[]> takeShared();

    /**
     * Stores a data object.
     *
     * @throws IllegalArgumentException if other bytes were written under this ID
     */
    void write(long id, byte[] encoded);

    /**
     * Registers a data object that can be recomputed. Its bytes are not stored.
     *
     * @throws IllegalArgumentException if another object was written under this ID
     */
    void writeRecomputable(long id, byte[] encoded);

    /**
     * Registers a data object that a task will write later.
     *
     * @throws IllegalArgumentException if an object was written under this ID, or declared with other properties
     */
    void declare(long id, int mostBytes);

    /**
     * Releases data objects, so that nobody may read them any more.
     *
     * @throws IllegalArgumentException if one of the IDs belongs to no data object, or was released before
     */
    void release(List<Long> ids);

    boolean isReleased(long id);

    /**
     * Returns a data object; null if it has to be recomputed.
     *
     * @throws IllegalArgumentException if nothing was written under this ID
     */
    byte @Nullable [] read(long id);

    /**
     * Makes objects that tasks have written readable for all engines.
     *
     * @throws IllegalArgumentException if something else was written under one of these IDs
     */
    void publish(List<WrittenObject> objects);

    /**
     * Returns the path of a file that the user named in {@code --files}.
     *
     * @throws IllegalArgumentException if there is no file of this name
     */
    Path file(String name);

    /** Returns whether all engines of the run so far are in this process or in its child processes on this host. */
    boolean isLocal();
}
