package org.moide.coordinator.run.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataDirectory;
import org.moide.balance.data.DataPlace;
import org.moide.balance.data.DataStore;
import org.moide.balance.data.ObjectsNow;
import org.moide.balance.data.WrittenObject;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.data.DataHolder;
import org.moide.engine.data.DataSpace;

/**
 * The data objects that {@code createTasks} and tasks of a run have written, and the directory of the engines that have
 * copies. Engines ask it where objects are, and fetch from it the objects that no other engine has.
 *
 * <p>Thread-safe: {@code directory}, {@code uploads} and {@code diskFails} are guarded by {@code directory}. The signal
 * is raised while the lock is not held.
 */
final class DataRoot implements DataSpace, DataHolder, AutoCloseable {
    /**
     * The limit, in nanoseconds, on the time for which an engine's question waits for an answer. After it the engine
     * asks again. It is far longer than a call takes, and far shorter than the time limit of a call.
     */
    private static final long HELD_NANOS = 50_000_000;

    private static final String CREATE_TASKS = "createTasks";

    private final ObjectFile objects;
    private final Uploads uploads;
    private final DataDirectory directory;
    private final IntPredicate isEngine;
    private final Consumer<String> notes;
    private final Ticker ticker;
    private final Signal answered; // raised when the directory has answers for waiting questions
    private volatile boolean closed;
    private boolean diskFails; // true when the disk has failed and the user was told

    /**
     * Creates the object without data objects.
     *
     * @param objects stores the objects' bytes
     * @param notes receives a line for the user when the disk fails
     * @param isEngine returns whether a number belongs to a present or former engine of the run
     */
    DataRoot(
            ObjectFile objects,
            IntPredicate isEngine,
            DataDirectory.Nearness nearness,
            Consumer<String> notes,
            Ticker ticker,
            Signal.Factory signals) {
        this.notes = notes;
        this.ticker = ticker;
        this.answered = signals.create();
        this.isEngine = isEngine;
        this.objects = objects;
        this.uploads = new Uploads(objects);
        this.directory = new DataDirectory(nearness);
    }

    /**
     * Stores a new object. Has no effect if the same object was written before.
     *
     * @throws IllegalArgumentException if another object was written under this ID
     */
    void write(long id, byte[] encoded) {
        synchronized (directory) {
            if (objects.add(id, encoded, CREATE_TASKS)) {
                directory.written(id, encoded.length);
            }
        }
    }

    /** Registers an object like {@link #write}, but does not store its bytes, because the object can be recomputed. */
    void writeRecomputable(long id, byte[] encoded) {
        declare(id, encoded.length, ObjectFile.checksum(encoded), CREATE_TASKS);
    }

    /** Registers an object like {@link #write}, but without bytes: a task will write them later. */
    void declare(long id, int mostBytes) {
        declare(id, mostBytes, ObjectFile.NO_CHECKSUM, CREATE_TASKS);
    }

    private boolean declare(long id, int bytes, long checksum, String writer) {
        synchronized (directory) {
            boolean isNew = objects.declare(id, bytes, checksum, writer);
            if (isNew) {
                directory.declared(id, bytes);
            }
            return isNew;
        }
    }

    private boolean declare(WrittenObject object) {
        return declare(
                object.id(), Math.toIntExact(object.bytes()), object.checksum(), Uploads.writer(object.writer()));
    }

    /**
     * Makes objects that tasks have written readable. Called when the loans of these tasks have been accepted.
     *
     * @throws IllegalArgumentException if another object was written under the same ID
     */
    void publish(List<WrittenObject> written) {
        synchronized (directory) {
            for (WrittenObject object : written) {
                if (object.isRecomputable()) {
                    if (declare(object)) {
                        directory.kept(object.writer(), object.id());
                    }
                } else if (uploads.name(object)) {
                    directory.written(object.id(), object.bytes());
                    directory.kept(object.writer(), object.id());
                }
            }
        }
    }

    /**
     * Restores the objects that tasks had written before an earlier coordinator was lost.
     *
     * @throws PlanException if an object is missing or has changed
     */
    void restore(List<WrittenObject> written) {
        synchronized (directory) {
            for (WrittenObject object : written) {
                if (object.isRecomputable()) {
                    declare(object);
                    continue;
                }
                try {
                    uploads.restore(object);
                } catch (IOException damaged) {
                    throw new PlanException("cannot go on: data object " + object.id() + " that a task wrote is lost: "
                            + damaged.getMessage());
                }
                directory.written(object.id(), object.bytes());
            }
        }
    }

    /**
     * Releases objects, so that nobody may read them any more.
     *
     * @throws IllegalArgumentException if one of the IDs belongs to no data object, or was released before
     */
    void release(List<Long> ids) {
        synchronized (directory) {
            for (long id : ids) {
                objects.release(id);
                directory.released(id);
            }
        }
    }

    boolean isReleased(long id) {
        synchronized (directory) {
            return objects.isReleased(id);
        }
    }

    /** Forces stored objects to disk. Does nothing if they are in memory only. */
    void sync() throws IOException {
        objects.sync();
    }

    /**
     * Returns the bytes of a whole object; null if the object has to be recomputed.
     *
     * @throws IllegalArgumentException if the object has not been written, or was released
     */
    byte @Nullable [] whole(long id) {
        synchronized (directory) {
            long bytes = directory.bytes(id);
            if (objects.isReleased(id)) {
                throw new IllegalArgumentException(
                        "read(" + id + "): expected a data object, found that it was released");
            }
            if (bytes == DataPlace.NEVER_WRITTEN) {
                throw new IllegalArgumentException("read(" + id + "): expected a data object that createTasks or a task"
                        + " that is done has written, found that nothing has");
            }
            return directory.isRecomputable(id) ? null : objects.piece(id, 0, Math.toIntExact(bytes));
        }
    }

    /** Returns the sizes of these objects, in their order. */
    List<DataPlace> sizesOf(List<Long> ids) {
        synchronized (directory) {
            return directory.sizes(ids);
        }
    }

    /** Returns how many objects there are and how large they are, for displays. */
    ObjectsNow now() {
        synchronized (directory) {
            return directory.now(objects::writer);
        }
    }

    /** Forgets what a lost engine had: its copies of objects, and the objects that it had uploaded only in part. */
    void gone(int seat) {
        change(() -> {
            directory.gone(seat);
            uploads.gone(seat);
        });
    }

    /** Changes the directory of objects. If the change answers questions that wait, wakes them. */
    private void change(Runnable change) {
        boolean some;
        synchronized (directory) {
            change.run();
            some = directory.hasAnswers();
        }
        if (some) {
            answered.raise();
        }
    }

    // --- what engines ask and tell ----------------------------------------------------------------------------------

    /**
     * Throws an exception if a number belongs to no engine of the run. Without this check, wrong numbers could make the
     * records about engines grow without limit.
     */
    private void requireEngine(int seat) {
        if (!isEngine.test(seat)) {
            throw new IllegalArgumentException("expected the seat of an engine of this run, found " + seat);
        }
    }

    private static void requireFew(List<Long> ids) {
        if (ids.size() > DataStore.MOST_AT_ONCE) {
            throw new IllegalArgumentException(
                    "expected at most " + DataStore.MOST_AT_ONCE + " data objects in one call, found " + ids.size());
        }
    }

    @Override
    public List<DataPlace> sizes(List<Long> ids) {
        requireFew(ids);
        return sizesOf(ids);
    }

    @Override
    public List<DataPlace> locate(int seat, List<Long> ids) {
        requireEngine(seat);
        requireFew(ids);
        change(() -> directory.locate(seat, ids, ticker.nanoTime()));
        List<DataPlace> places = new ArrayList<>();
        try {
            answered.await(
                    () -> {
                        take(seat, ids, places);
                        return closed || !places.isEmpty();
                    },
                    HELD_NANOS);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt(); // the engine asks again if the run goes on
        }
        return places;
    }

    private void take(int seat, List<Long> ids, List<DataPlace> places) {
        synchronized (directory) {
            for (long id : ids) {
                DataPlace place = directory.take(seat, id);
                if (place != null) {
                    places.add(place);
                }
            }
        }
    }

    @Override
    public void kept(int seat, List<Long> ids) {
        requireEngine(seat);
        requireFew(ids);
        change(() -> ids.forEach(id -> directory.fetched(seat, id, ticker.nanoTime())));
    }

    @Override
    public void notFetched(int seat, List<Long> ids, boolean lost) {
        requireFew(ids);
        change(() -> ids.forEach(id -> directory.notFetched(seat, id, lost)));
    }

    @Override
    public void dropped(int seat, List<Long> ids) {
        requireFew(ids);
        change(() -> ids.forEach(id -> directory.dropped(seat, id)));
    }

    @Override
    public long store(int seat, long number, long bytes, long offset, byte[] piece) {
        requireEngine(seat);
        synchronized (directory) {
            try {
                long place = uploads.store(seat, number, bytes, offset, piece);
                diskFails &= place == NOT_WHOLE;
                return place;
            } catch (UncheckedIOException failed) {
                if (!diskFails) {
                    diskFails = true;
                    notes.accept(failed.getMessage() + "; it is tried again every second");
                }
                return DISK_FAILS;
            }
        }
    }

    @Override
    public void discard(int seat, long number) {
        synchronized (directory) {
            uploads.discard(seat, number);
        }
    }

    @Override
    public byte[] piece(long id, long offset, int length) {
        if (DataSpace.isShared(id) && objects.isReleased(id)) {
            return new byte[0]; // the calls of the engine that needed the object ended while it fetched the object
        }
        return objects.piece(id, offset, length);
    }

    @Override
    public List<byte[]> objects(List<Long> ids) {
        return DataHolder.together(
                ids,
                id -> DataSpace.isShared(id) && objects.isReleased(id) ? new byte[0] : objects.whole(id, PIECE_BYTES));
    }

    @Override
    public void close() {
        closed = true;
        answered.raise();
        objects.close();
    }
}
