package org.moide.coordinator.run.results;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/** Where everything is kept, encoded, that a bag's engines ask the coordinator for. Any thread. */
public interface BagStore {
    /**
     * Keeps what every engine may ask for by this name.
     *
     * @throws IllegalArgumentException if the name is taken
     */
    void share(String name, byte[] encoded);

    /** What was shared since the last time, by name, in its order: for the run's books. The engines' is kept apart. */
    Map<String, byte[]> takeShared();

    /**
     * Keeps a data object.
     *
     * @throws IllegalArgumentException if other bytes were written under this ID
     */
    void write(long id, byte[] encoded);

    /**
     * Notes down a data object that can be made again, and keeps no bytes.
     *
     * @throws IllegalArgumentException if another was written under this ID
     */
    void writeRecomputable(long id, byte[] encoded);

    /**
     * Notes down a data object that nobody has made yet.
     *
     * @throws IllegalArgumentException if one was written under this ID, or declared otherwise
     */
    void declare(long id, int mostBytes);

    /**
     * Data objects come to their end.
     *
     * @throws IllegalArgumentException if one of them is none, or not any more
     */
    void release(List<Long> ids);

    /** Whether this object has come to its end. */
    boolean isReleased(long id);

    /**
     * A data object; null if it is one that can be made again.
     *
     * @throws IllegalArgumentException if nothing was written under this ID
     */
    byte @Nullable [] read(long id);

    /**
     * What tasks have written counts from now on.
     *
     * @throws IllegalArgumentException if something else was written under one of these IDs
     */
    void publish(List<WrittenObject> objects);

    /**
     * Where a file that the user has named is.
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    Path file(String name);

    /** Whether all engines that there were so far are this process and its children on this host. */
    boolean isLocal();
}
