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
 * The way in which all engines come to begin with the same plan: by what the application says at ID 0, or by what was
 * saved. Every compute thread takes part, since the calls are collectives of all IDs.
 */
final class Opening<S extends Serializable, T extends Serializable, R extends Serializable> {
    private final WorkerApplication<S, T, R> application;
    private final WorkerPorts ports;
    private final ApplicationView outside;
    private final Bodies bodies;

    /**
     * The things with which an engine begins.
     *
     * @param plan the plan of all engines
     * @param saved the engine's workers; null if they begin anew
     * @param beginning the words of the application, at ID 0; null on other IDs, and when the plan comes from a save
     * @param hosts the hosts of all engines that there are
     * @param cut the last cut that the others have begun; 0 for none
     */
    record Opened<T extends Serializable>(
            Plan plan, @Nullable EngineSave saved, @Nullable Beginning<T> beginning, KnownHosts hosts, int cut) {
        /** Creates the things of an engine that begins together with all others. */
        Opened(Plan plan, @Nullable EngineSave saved, @Nullable Beginning<T> beginning) {
            this(plan, saved, beginning, plan.hosts(), 0);
        }

        /**
         * Returns a new table for these workers, which contains none of them yet.
         *
         * @param engine this one's number as a process
         * @param all the processes that are there, this one included
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

    /** Takes part with a thread that is not the first of its engine. */
    static void join(ComputeThread self) {
        byte[] saved = self.restore(() -> EngineSave.NOTHING, (all, now) -> EngineSave.NOTHING);
        if (hasHostDirectives(self.comm().broadcast(0, EngineSave.NOTHING))) {
            self.comm().allGather(EngineSave.NOTHING);
        }
        self.comm().allGather(saved); // an engine's state, perhaps: numbers of threads may have changed
    }

    /** Takes part with a thread that is not the first of an engine that joins. */
    static void joinOthers(ComputeThread self) {
        self.restore(() -> EngineSave.NOTHING, (all, now) -> EngineSave.NOTHING);
    }

    /**
     * Opens the first thread of an engine that joins. It takes part in no collective, since the others do not stop.
     *
     * @param welcome the message of engine 0 that it has taken this engine in
     * @param processes the processes that are there, as the coordinator has told
     * @throws IllegalStateException if engine 0 says that others have left
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

    /** Opens the engine's first thread. */
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
        // With as many IDs as before, but on other engines, workers are dealt anew as well.
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

    /**
     * Returns the encoded plan, and behind it one byte that says whether all engines are to tell their hosts, which all
     * threads have to know.
     */
    private static byte[] told(Plan plan) {
        byte[] encoded = WorkerWire.encode(plan);
        byte[] told = Arrays.copyOf(encoded, encoded.length + 1);
        told[encoded.length] = (byte) (plan.hostDirectives() ? 1 : 0);
        return told;
    }

    private static boolean hasHostDirectives(byte[] told) {
        return told[told.length - 1] == 1;
    }

    /** Gathers the hosts of all engines. */
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
                // A worker that is somewhere has not ended, whatever was heard of it.
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
