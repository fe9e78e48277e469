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
 * The data objects of one engine in a bag of tasks: it fetches the objects for which tasks in its pool wait, and makes
 * room by dropping objects that no task reads.
 *
 * <p>Concurrency: the control thread, except methods whose comments name other threads.
 */
public final class EngineData implements AutoCloseable {
    /**
     * The place of an engine in its run, and the way to the others.
     *
     * @param role the beginning of its threads' names
     * @param seat the engine's number in the run
     * @param coordinator the coordinator's address
     * @param coordinatorObject the name of the coordinator's object
     * @param engineObject the name of the object of the engine that has this seat
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
     * The divisor of the store's room: this part of it may be on its way from tasks at once, and this part holds
     * written objects here in case they are read here.
     */
    private static final int PART_FOR_WRITTEN = 4;

    /** Gives compute threads objects to make again. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Gives a compute thread this object to make, of {@code mostBytes} at most. The thread then calls {@link
         * EngineData#made}.
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
     * Begins with no object; other engines can ask for those that come from here on.
     *
     * @param settings whether what has no room in memory any more goes to disk
     * @param maker has compute threads make objects again
     * @param answers given what the fetching threads have done, for {@link #answered}; called on these
     * @param whenBroken told why no task that reads objects can run here; on any thread
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

    /** Takes the engines that take part, and their addresses, by seat. */
    public void members(Map<Integer, NodeReference> known) {
        holders.members(known);
    }

    /**
     * Returns the value of a shared object; waits until it is here. Any thread of the application.
     *
     * @throws IllegalStateException if there is no such object, or not any more
     */
    public Object shared(long id, ObjectCodec codec) throws InterruptedException {
        return shared.value(id, codec);
    }

    /** Writes an object of a task; waits while too many bytes are on their way. Compute threads. */
    public WrittenData write(long id, byte[] bytes) throws InterruptedException {
        held.wrote(id, bytes, mostWrittenBytes);
        return writer.write(id, bytes);
    }

    /** Writes an object of a task that can be made again: it stays here. Compute threads; does not block. */
    public WrittenData writeRecomputable(long id, byte[] bytes) {
        held.wrote(id, bytes, mostWrittenBytes);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        WrittenObject object = WrittenObject.recomputable(id, place.seat(), (int) checksum.getValue(), bytes.length);
        return new WrittenData(WrittenData.NOT_SENT, () -> object);
    }

    /** Takes an object that a compute thread has made again. Compute threads; does not block. */
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

    /** Discards an object whose task threw. Compute threads; does not block. */
    public void discard(WrittenData written) {
        if (written.number() != WrittenData.NOT_SENT) {
            writer.discard(written);
        }
    }

    /** Takes the steps that are due after something has happened to the pool. */
    public void step(long nowNanos) {
        perform(stage.failed(fetcher.giveUp(holders::has, patienceNanos, nowNanos)));
        perform(stage.step(nowNanos));
    }

    /** Takes an answer of the fetching threads. */
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

    /** Drops objects that have come to their end. */
    public void released(List<Long> ids) {
        shared.released(ids);
        perform(stage.released(ids));
        held.released(ids); // not on disk either, where what is dropped goes
    }

    /** Returns what was done so far. */
    public DataStatistics statistics() {
        return held.counts().with(stage.store().totals());
    }

    /** Ends the fetching; others find nothing here any more. Any thread; a second call has no effect. */
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

    /** Collects the outputs that can go into one call, which is made at the {@link #end} of a step. */
    private final class Driver implements DataOutput.Handler {
        private final Set<Long> lost = new TreeSet<>(); // of these outputs: told before they are located again
        private final List<Long> unwanted = new ArrayList<>();
        private final List<Long> dropped = new ArrayList<>();
        private final List<Long> adopted = new ArrayList<>();
        private final List<Long> missing = new ArrayList<>(); // a task here wrote it, and it is here no more
        private final Map<Integer, SmallObjects> small = new TreeMap<>(); // by holder

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

        /** Takes an object that is here, as the coordinator says. */
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

    /** Objects that one call fetches from a holder. */
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
