package org.moide.engine.data;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataOutput;
import org.moide.balance.data.DataPlace;
import org.moide.balance.data.DataStore;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.pool.DataStage;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.control.Timing;

/**
 * Manages the data objects of one engine in a bag of tasks. It fetches the objects for which tasks in the engine's pool
 * wait, and drops objects that no task reads when memory is full.
 *
 * <p>Concurrency: called by the control thread, except methods that name other threads.
 */
public final class EngineData implements AutoCloseable {
    /**
     * The identity of an engine in its run, and how it reaches other members.
     *
     * @param role the prefix of its threads' names
     * @param seat the engine's number in the run
     * @param coordinator the coordinator's address
     * @param coordinatorObject the name under which the coordinator is exported
     * @param engineObject returns the name under which the engine with a given seat is exported
     */
    public record Place(
            ObjectSpace space,
            String role,
            int seat,
            NodeReference coordinator,
            String coordinatorObject,
            IntFunction<String> engineObject) {
        private DataSpace dataSpace(Duration deadline) {
            return space.proxy(coordinator, DataSpace.class, DataSpace.nameOf(coordinatorObject), deadline);
        }

        private KnownHolders holders(Duration deadline) {
            return new KnownHolders(space, coordinator, coordinatorObject, engineObject, deadline);
        }

        private String ownName() {
            return DataHolder.nameOf(engineObject.apply(seat));
        }
    }

    /**
     * The part of the memory limit for each of two purposes: a quarter may be in transit from tasks to the coordinator,
     * and a quarter keeps written objects in case tasks on this engine read them.
     */
    private static final int PART_FOR_WRITTEN = 4;

    @FunctionalInterface
    public interface Maker {
        /**
         * Lets a compute thread compute this object, of {@code mostBytes} at most. That thread then calls
         * {@link EngineData#made}.
         */
        void make(long id, long mostBytes);
    }

    private final Place place;
    private final DataStage stage;
    private final HeldObjects held;
    private final Consumer<String> whenBroken;
    private final long patienceNanos;
    private final KnownHolders holders;
    private final DataFetcher fetcher;
    private final DataWriter writer;
    private final Maker maker;
    private final @Nullable Spill spill;
    private final Consumer<DataAnswer> answers;
    private final long mostWrittenBytes;
    private final SharedWaits shared;
    private final Driver driver = new Driver();

    /**
     * Begins without objects. From now on other engines can fetch the objects of this engine.
     *
     * @param settings the memory limit, and the folder to which objects go that do not fit
     * @param maker lets compute threads compute lost objects again
     * @param answers takes the answers of the fetching threads, on these threads; the caller passes each to {@link
     *     #answered}
     * @param whenBroken called on any thread with the reason, when tasks that read objects cannot run any more
     */
    public EngineData(
            Place place,
            DataStage stage,
            HeldObjects held,
            DataSettings settings,
            Maker maker,
            Consumer<DataAnswer> answers,
            Consumer<String> whenBroken,
            Timing timing,
            Surroundings around) {
        this.place = place;
        this.stage = stage;
        this.held = held;
        this.maker = maker;
        this.whenBroken = whenBroken;
        this.patienceNanos = timing.moment().toNanos();
        this.holders = place.holders(timing.call());
        this.fetcher = new DataFetcher(
                place.role(),
                place.seat(),
                place.dataSpace(timing.call()),
                holders,
                held,
                answers,
                whenBroken,
                timing,
                around);
        this.answers = answers;
        this.shared = new SharedWaits(held, answers, around.signals().create());
        this.mostWrittenBytes = stage.store().memoryBytes() / PART_FOR_WRITTEN;
        this.writer = new DataWriter(
                place.role(),
                place.seat(),
                place.dataSpace(timing.call()),
                mostWrittenBytes,
                () -> answers.accept(new DataAnswer.Stored()),
                whenBroken,
                timing,
                around);
        String folder = settings.spillFolder();
        this.spill = folder == null ? null : spill(folder, around);
        if (spill != null) {
            held.spillTo(spill);
        }
        place.space().export(DataHolder.class, place.ownName(), held);
    }

    private Spill spill(String folder, Surroundings around) {
        SpilledObjects disk = new SpilledObjects(Path.of(folder));
        if (!disk.isUsable()) {
            whenBroken.accept(
                    "--data-spill: expected a folder that can be written to on the host of each engine, found "
                            + folder);
        }
        return new Spill(
                place.role(), disk, mostWrittenBytes, held.counts(), lost -> fetcher.dropped(List.of(lost)), around);
    }

    /** Takes the addresses of the engines that take part in the balancing now, by seat. */
    public void members(Map<Integer, NodeReference> known) {
        holders.members(known);
    }

    /**
     * Returns the value of a shared object. Blocks until it has arrived. Called by any thread of the application.
     *
     * @throws IllegalStateException if the object does not exist or was released
     */
    public Object shared(long id, ObjectCodec codec) throws InterruptedException {
        return shared.value(id, codec);
    }

    /** Sends an object that a task writes. Blocks while too many bytes are in transit. Called by compute threads. */
    public WrittenData write(long id, byte[] bytes) throws InterruptedException {
        held.wrote(id, bytes, mostWrittenBytes);
        return writer.write(id, bytes);
    }

    /**
     * Keeps an object that a task writes and that can be computed again, on this engine only. Called by compute
     * threads; does not block.
     */
    public WrittenData writeRecomputable(long id, byte[] bytes) {
        held.wrote(id, bytes, mostWrittenBytes);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        WrittenObject object = WrittenObject.recomputable(id, place.seat(), (int) checksum.getValue(), bytes.length);
        return new WrittenData(WrittenData.NOT_SENT, () -> object);
    }

    /** Takes an object that a compute thread has computed again. Called by that thread; does not block. */
    public void made(long id, byte[] bytes) {
        held.counts().recomputed();
        has(id, bytes);
    }

    private void has(long id, byte @Nullable [] bytes) {
        if (bytes == null) {
            answers.accept(new DataAnswer.Failed(List.of(id)));
        } else {
            held.keep(id, bytes);
            fetcher.kept(List.of(id));
            answers.accept(new DataAnswer.Had(List.of(id)));
        }
    }

    /** Discards an object whose task threw. Called by compute threads; does not block. */
    public void discard(WrittenData written) {
        if (written.number() != WrittenData.NOT_SENT) {
            writer.discard(written);
        }
    }

    /**
     * Fetches the data objects that queued tasks need, and drops objects that no queued task needs if memory is full.
     * Called after the pool of tasks has changed.
     */
    public void step(long nowNanos) {
        perform(stage.failed(fetcher.giveUp(holders::has, patienceNanos, nowNanos)));
        perform(stage.step(nowNanos));
    }

    /** Handles an answer of a fetching thread. */
    public void answered(DataAnswer answer, long nowNanos) {
        if (answer instanceof DataAnswer.Located located) {
            perform(stage.located(located.places(), nowNanos));
            shared.located(located.places());
        } else if (answer instanceof DataAnswer.Fetched fetched) {
            perform(stage.fetched(fetched.ids(), nowNanos));
            shared.fetched(fetched.ids());
        } else if (answer instanceof DataAnswer.Had had) {
            perform(stage.had(had.ids(), nowNanos));
        } else if (answer instanceof DataAnswer.Wanted wanted) {
            perform(stage.share(List.of(wanted.id()), nowNanos));
        } else if (answer instanceof DataAnswer.Failed failed) {
            perform(stage.failed(failed.ids()));
        }
    }

    /** Drops objects that the run has released. */
    public void released(List<Long> ids) {
        shared.released(ids);
        perform(stage.released(ids));
        held.released(ids); // called last: dropped objects may go to disk, from where they are removed here
    }

    public DataStatistics statistics() {
        return held.counts().with(stage.store().totals());
    }

    /**
     * Ends all fetches and writes, and stops offering objects to other engines. Any thread; a second call has no
     * effect.
     */
    @Override
    public void close() {
        fetcher.close();
        writer.close();
        if (spill != null) {
            spill.close();
        }
        place.space().withdraw(place.ownName());
    }

    private void perform(List<DataOutput.OfDriver> outputs) {
        outputs.forEach(output -> output.handle(driver));
        driver.end();
    }

    /**
     * Performs what the {@link DataStage} orders in one step. Orders that fit into one call to the coordinator or a
     * holder are collected, and the call is made at the {@link #end} of the step.
     */
    private final class Driver implements DataOutput.Handler {
        // Objects that were not delivered, reported before they are located again.
        private final Set<Long> lost = new TreeSet<>();
        private final List<Long> unwanted = new ArrayList<>();
        private final List<Long> dropped = new ArrayList<>();
        private final List<Long> adopted = new ArrayList<>();
        // Objects that a task of this engine wrote and that this engine does not have any more.
        private final List<Long> missing = new ArrayList<>();
        private final Map<Integer, SmallObjects> small = new TreeMap<>(); // small objects to fetch, by holder

        void end() {
            inParts(lost, ids -> fetcher.notFetched(ids, true));
            inParts(unwanted, ids -> fetcher.notFetched(ids, false));
            inParts(dropped, fetcher::dropped);
            inParts(adopted, ids -> {
                fetcher.kept(ids);
                answers.accept(new DataAnswer.Had(ids));
            });
            inParts(missing, ids -> answers.accept(new DataAnswer.Failed(ids)));
            small.values().forEach(SmallObjects::end);
            small.clear();
        }

        private void inParts(Collection<Long> ids, Consumer<List<Long>> call) {
            if (!ids.isEmpty()) {
                List<Long> all = List.copyOf(ids);
                for (int from = 0; from < all.size(); from += DataStore.MOST_AT_ONCE) {
                    call.accept(all.subList(from, Math.min(all.size(), from + DataStore.MOST_AT_ONCE)));
                }
                ids.clear();
            }
        }

        @Override
        public void locate(DataOutput.Locate locate) {
            if (locate.sizesOnly()) {
                fetcher.sizes(locate.ids());
            } else {
                List<Long> again = locate.ids().stream().filter(lost::remove).toList();
                fetcher.locate(locate.ids(), again);
            }
        }

        @Override
        public void fetch(DataOutput.Fetch fetch) {
            if (fetch.holder() == DataPlace.MADE_BY_ASKER) {
                maker.make(fetch.id(), fetch.bytes());
            } else if (fetch.holder() == place.seat()) {
                own(fetch.id());
            } else if (fetch.bytes() > DataHolder.PIECE_BYTES / 2) {
                fetcher.fetch(List.of(fetch));
            } else {
                small.computeIfAbsent(fetch.holder(), first -> new SmallObjects())
                        .add(fetch);
            }
        }

        /** Makes an object readable that this engine already has, according to the coordinator. */
        private void own(long id) {
            if (held.adopt(id)) {
                adopted.add(id);
            } else if (spill != null && spill.has(id)) {
                spill.readBack(id, bytes -> has(id, bytes));
            } else {
                missing.add(id);
            }
        }

        @Override
        public void notFetched(DataOutput.NotFetched not) {
            (not.lost() ? lost : unwanted).add(not.id());
        }

        @Override
        public void drop(DataOutput.Drop drop) {
            if (!held.drop(drop.id())) {
                dropped.add(drop.id());
            }
        }

        @Override
        public void impossible(DataOutput.Impossible impossible) {
            whenBroken.accept(impossible.why());
        }
    }

    /** Small objects that one call fetches from a holder. */
    private final class SmallObjects {
        private final List<DataOutput.Fetch> fetches = new ArrayList<>();
        private long bytes;

        void add(DataOutput.Fetch fetch) {
            if (fetches.size() == DataStore.MOST_AT_ONCE || bytes + fetch.bytes() > DataHolder.PIECE_BYTES) {
                end();
            }
            fetches.add(fetch);
            bytes += fetch.bytes();
        }

        void end() {
            fetcher.fetch(List.copyOf(fetches));
            fetches.clear();
            bytes = 0;
        }
    }
}
