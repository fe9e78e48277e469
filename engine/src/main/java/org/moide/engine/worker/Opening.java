package org.moide.engine.worker;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.Directory;
import org.moide.balance.worker.WorkerOutlet;
import org.moide.balance.worker.WorkerPlace;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerWire;
import org.moide.engine.ComputeThread;
import org.moide.engine.WorkerApplication;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.Processes;
import org.moide.engine.worker.EngineSave.Plan;

/**
 * Lets all engines of an epoch begin with the same plan: the one that the application declared at logical ID 0, or the
 * one from the last safe point. Every compute thread takes part, because the calls are collectives of all IDs.
 */
final class Opening<S extends Serializable, T extends Serializable, R extends Serializable> {
    private final WorkerApplication<S, T, R> application;
    private final WorkerPorts ports;
    private final ApplicationView outside;
    private final Bodies bodies;

    /**
     * The data with which an engine begins.
     *
     * @param plan the plan of all engines
     * @param saved the engine's saved workers; null at the start of the run
     * @param beginning the application's declarations, at ID 0; null on other IDs and with a saved plan
     * @param hosts the hosts of all engines
     * @param cut the number of the last cut; 0 for none
     */
    record Opened<T extends Serializable>(
            Plan plan, @Nullable EngineSave saved, @Nullable Beginning<T> beginning, KnownHosts hosts, int cut) {
        /** Creates the data of an engine that begins together with all other engines. */
        Opened(Plan plan, @Nullable EngineSave saved, @Nullable Beginning<T> beginning) {
            this(plan, saved, beginning, plan.hosts(), 0);
        }

        /**
         * Returns a new table of workers for this plan. It does not contain any worker yet.
         *
         * @param engine this engine's process number
         * @param all the process numbers of all engines, including this one
         */
        WorkerTable table(int engine, List<Integer> all, Bodies bodies, WorkerOutlet outlet) {
            Directory directory = null;
            if (engine == WorkerTable.DIRECTORY) {
                directory = saved == null
                        ? new Directory(plan.declarations())
                        : new Directory(saved.workers().directory());
            }
            WorkerTable table =
                    new WorkerTable(engine, plan.declarations(), plan.places(), directory, bodies::ofBytes, outlet);
            table.cut().goOnFrom(cut);
            table.crew().begins(all, hosts.fitness());
            return table;
        }
    }

    Opening(WorkerApplication<S, T, R> application, WorkerPorts ports, ApplicationView outside, Bodies bodies) {
        this.application = application;
        this.ports = ports;
        this.outside = outside;
        this.bodies = bodies;
    }

    /** Takes part in the collective operations of the opening, as a thread that is not the first of its engine. */
    static void join(ComputeThread self) {
        byte[] saved = self.restore(() -> EngineSave.NOTHING, (all, now) -> EngineSave.NOTHING);
        if (hasHostDirectives(self.comm().broadcast(0, EngineSave.NOTHING))) {
            self.comm().allGather(EngineSave.NOTHING);
        }
        // May be the saved state of an engine, because numbers of threads may have changed.
        self.comm().allGather(saved);
    }

    /** Does the part of a thread that is not the first of its engine, if the engine joins a running epoch. */
    static void joinOthers(ComputeThread self) {
        self.restore(() -> EngineSave.NOTHING, (all, now) -> EngineSave.NOTHING);
    }

    /**
     * Returns the data for an engine that joins a running epoch. It takes part in no collective, because the other
     * engines do not stop.
     *
     * @param welcome the message by which engine 0 has added this engine
     * @param processes the current processes, according to the coordinator
     * @throws IllegalStateException if the welcome and the coordinator disagree about the engines that have left
     */
    static <T extends Serializable> Opened<T> joined(JoinMessage.Welcome welcome, Processes processes) {
        Set<Integer> there = new TreeSet<>(welcome.plan().left());
        there.addAll(processes.all());
        int last = processes.last().value();
        if (there.size() != last + 1) {
            throw new IllegalStateException("expected each process up to " + last
                    + " either to be there or to have left, found " + processes.all() + " there, and "
                    + welcome.plan().left() + " to have left");
        }
        return new Opened<>(welcome.plan(), null, null, welcome.hosts(), welcome.cut());
    }

    /**
     * Takes part in the collective operations of the opening as the first thread of an engine. Returns the data with
     * which the engine begins.
     */
    Opened<T> open(ComputeThread self) throws Exception {
        byte[] saved = self.restore(() -> EngineSave.NOTHING, (all, now) -> dealt(all, KnownHosts.UNKNOWN));
        EngineSave before = saved.length == 0 ? null : EngineSave.of(saved);
        Beginning<T> beginning = null;
        Plan common = before == null ? null : before.plan();
        if (self.id() == 0 && common == null) {
            beginning = new Beginning<>(outside, ports.engines(), bodies);
            application.begin(beginning);
            Declarations declared = beginning.declarations();
            declared.requireNoCircle();
            declared.requireGroups();
            common = new Plan(
                    declared, ports.powers(), firstIds(), beginning.hasHostDirectives(), KnownHosts.UNKNOWN, List.of());
        }
        byte[] told = self.comm().broadcast(0, common == null ? EngineSave.NOTHING : told(common));
        Plan agreed = (Plan) WorkerWire.decode(Arrays.copyOf(told, told.length - 1));
        KnownHosts hosts = hasHostDirectives(told) ? hosts(self) : KnownHosts.UNKNOWN;
        if (beginning != null) {
            hosts.requireEngines(agreed.declarations());
        }
        // Workers are distributed anew if the engines differ, even with the same number of IDs.
        boolean moved = !agreed.firstIds().equals(firstIds())
                || !agreed.departures().isEmpty()
                || (before != null && !agreed.hosts().equals(hosts));
        List<byte[]> all = self.comm().allGather(moved || before == null ? saved : places(before, agreed));
        if (moved) {
            EngineSave mine = EngineSave.of(dealt(all, hosts));
            return new Opened<>(mine.plan(), mine, beginning);
        }
        return new Opened<>(agreed.at(hosts), before == null ? null : before.knowing(all(all)), beginning);
    }

    /** Encodes the plan, followed by a byte that tells all threads whether the engines exchange their hosts. */
    private static byte[] told(Plan plan) {
        byte[] encoded = WorkerWire.encode(plan);
        byte[] told = Arrays.copyOf(encoded, encoded.length + 1);
        told[encoded.length] = (byte) (plan.hostDirectives() ? 1 : 0);
        return told;
    }

    private static boolean hasHostDirectives(byte[] told) {
        return told[told.length - 1] == 1;
    }

    /** Gathers the hosts of all engines by a collective. */
    private KnownHosts hosts(ComputeThread self) {
        List<byte[]> told = self.comm().allGather(WorkerWire.encode(ports.host()));
        return new KnownHosts(told.stream()
                .filter(bytes -> bytes.length > 0)
                .map(bytes -> (EngineHost) WorkerWire.decode(bytes))
                .toList());
    }

    private static byte[] places(EngineSave save, Plan agreed) {
        return WorkerWire.encode(new OwnPlaces(save.workers().ownPlaces(agreed.places())));
    }

    private static Map<Long, WorkerPlace> all(List<byte[]> told) {
        Map<Long, WorkerPlace> all = new HashMap<>();
        for (byte[] bytes : told) {
            if (bytes.length > 0) {
                // A worker that has a place has not ended, even if another engine believes so.
                ((OwnPlaces) WorkerWire.decode(bytes))
                        .known()
                        .forEach(
                                (worker, place) -> all.merge(worker, place, (one, other) -> one.isEnd() ? other : one));
            }
        }
        return all;
    }

    private byte[] dealt(List<byte[]> all, KnownHosts hosts) {
        List<EngineSave> saves = all.stream()
                .filter(bytes -> bytes.length > 0)
                .map(EngineSave::of)
                .toList();
        return saves.isEmpty()
                ? EngineSave.NOTHING
                : EngineSave.dealt(saves, ports.powers(), firstIds(), hosts, ports.engine())
                        .bytes();
    }

    private List<Integer> firstIds() {
        return IntStream.range(0, ports.engines()).map(ports::firstId).boxed().toList();
    }
}
