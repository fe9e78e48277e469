package org.moide.coordinator.run.results;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/** The store of everything that a bag's engines ask the coordinator for, in encoded form. Any thread. */
public interface BagStore {
    /**
     * Keeps an object that every engine may ask for by this name.
     *
     * @throws IllegalArgumentException if the name is taken
     */
    void share(String name, byte[] encoded);

    /**
     * Takes what was shared since the last call, by name, in the order of sharing, for the run's books. What engines
     * ask for stays.
     */
    Map<String, byte[]> takeShared();

    /**
     * Keeps a data object.
     *
     * @throws IllegalArgumentException if other bytes were written under this ID
     */
    void write(long id, byte[] encoded);

    /**
     * Registers a data object that can be made again, and keeps no bytes.
     *
     * @throws IllegalArgumentException if another was written under this ID
     */
    void writeRecomputable(long id, byte[] encoded);

    /**
     * Registers a data object that has not been made yet.
     *
     * @throws IllegalArgumentException if one was written under this ID, or declared otherwise
     */
    void declare(long id, int mostBytes);

    /**
     * Ends the life of data objects.
     *
     * @throws IllegalArgumentException if one of them is no data object, or no longer one
     */
    void release(List<Long> ids);

    /** Returns whether this object's life has ended. */
    boolean isReleased(long id);

    /**
     * Returns a data object; null if it is one that can be made again.
     *
     * @throws IllegalArgumentException if nothing was written under this ID
     */
    byte @Nullable [] read(long id);

    /**
     * Makes what tasks have written count from now on.
     *
     * @throws IllegalArgumentException if something else was written under one of these IDs
     */
    void publish(List<WrittenObject> objects);

    /**
     * Returns the path of a file that the user has named.
     *
     * @throws IllegalArgumentException if there is no file of this name
     */
    Path file(String name);

    /** Returns whether all engines so far are this process and its children on this host. */
    boolean isLocal();
}
