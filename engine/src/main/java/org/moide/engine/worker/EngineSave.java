package org.moide.engine.worker;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.InitialPlaces;
import org.moide.balance.worker.SavedWorkers;
import org.moide.balance.worker.WorkerPlace;
import org.moide.balance.worker.WorkerWire;
import org.moide.balance.worker.leave.Departure;

/**
 * The saved workers of one engine at a safe point.
 *
 * @param plan the facts that are the same on all engines
 * @param workers the states and tasks of the engine's workers
 * @param results the results of workers that have ended on the engine
 */
record EngineSave(Plan plan, SavedWorkers workers, List<byte[]> results) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The saved state of each logical ID that is not the first of its engine. It is empty, because the first ID saves
     * all workers of the engine.
     */
    public static final byte[] NOTHING = {};

    public EngineSave {
        results = List.copyOf(results);
    }

    /**
     * The facts about a run's workers on which all engines must agree.
     *
     * @param powers the engines' powers when declared workers were first distributed. A worker is on the engine to
     *     which it was distributed by these powers, unless an engine knows that it has moved
     * @param firstIds the first logical ID of each engine at that time
     * @param hostDirectives whether directives refer to hosts or memory, so that all engines must know the hosts
     * @param hosts the hosts of the engines at that time; {@link KnownHosts#UNKNOWN} before the engines have exchanged
     *     them
     * @param departures the departures of engines that have left since or are leaving, in their order
     */
    public record Plan(
            Declarations declarations,
            List<Double> powers,
            List<Integer> firstIds,
            boolean hostDirectives,
            KnownHosts hosts,
            List<Departure> departures)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        public Plan {
            powers = List.copyOf(powers);
            firstIds = List.copyOf(firstIds);
            departures = List.copyOf(departures);
        }

        public InitialPlaces places() {
            InitialPlaces places = new InitialPlaces(declarations, powers, hosts.fitness());
            for (Departure departure : departures) {
                places = places.without(departure);
            }
            return places;
        }

        /** Returns a copy with these hosts of the engines. */
        public Plan at(KnownHosts told) {
            return new Plan(declarations, powers, firstIds, hostDirectives, told, departures);
        }

        /** Returns a copy with one more departure. */
        public Plan without(Departure departure) {
            List<Departure> more = new ArrayList<>(departures);
            more.add(departure);
            return new Plan(declarations, powers, firstIds, hostDirectives, hosts, more);
        }

        /** Returns the process numbers of the engines that have left. */
        public List<Integer> left() {
            return departures.stream().map(Departure::process).toList();
        }
    }

    public byte[] bytes() {
        return WorkerWire.encode(this);
    }

    /** Returns a copy that also says where all workers of the run are. */
    public EngineSave knowing(Map<Long, WorkerPlace> places) {
        return new EngineSave(plan, workers.knowing(places), results);
    }

    public static EngineSave of(byte[] bytes) {
        return (EngineSave) WorkerWire.decode(bytes);
    }

    /**
     * Returns the workers that one engine of a new epoch gets, when the workers that all engines saved are distributed
     * anew.
     */
    public static EngineSave dealt(
            List<EngineSave> all, List<Double> powers, List<Integer> firstIds, KnownHosts hosts, int engine) {
        Plan before = all.get(0).plan();
        Plan plan = new Plan(before.declarations(), powers, firstIds, before.hostDirectives(), hosts, List.of());
        List<SavedWorkers> workers = new ArrayList<>();
        List<byte[]> results = new ArrayList<>();
        for (EngineSave save : all) {
            workers.add(save.workers());
            results.addAll(save.results());
        }
        return new EngineSave(
                plan,
                SavedWorkers.dealt(workers, plan.places(), powers.size()).get(engine),
                engine == 0 ? results : List.of());
    }
}
