package org.moide.coordinator.run.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.waiting.EngineState;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.WaitLines;
import org.moide.engine.control.Timing;

/**
 * All engines that a run has had, by seat, the number that an engine keeps for the whole run. Used by the control
 * thread only. In a bag of tasks, an engine's number in the tables that engines receive is its index in the order of
 * arrival, since these tables only grow.
 */
public final class Seats {
    private final Map<Integer, Seat> seats = new LinkedHashMap<>();
    private final Set<Integer> cutOff = new TreeSet<>();
    private final Timing timing;
    private int given;

    /**
     * Creates the object with the engines with which the run begins, in the order of their numbers. Some of these may
     * have been lost before they could be reached.
     */
    public Seats(List<AssembledEngine> first, Timing timing, long nowNanos) {
        this.timing = timing;
        for (AssembledEngine engine : first) {
            if (engine.isLate()) {
                continue; // the number stays reserved for it
            }
            Seat seat = add(engine, nowNanos);
            if (!engine.isMade()) {
                seat.advance(Seat.State.LOST);
            }
        }
        given = first.size();
    }

    /** Adds an engine that is ready. */
    public Seat add(AssembledEngine engine, long nowNanos) {
        Seat seat = new Seat(engine, timing, nowNanos);
        seats.put(seat.number(), seat);
        return seat;
    }

    /** Returns a new engine number that no engine of the run has had. */
    public int next() {
        return given++;
    }

    public List<Seat> all() {
        return List.copyOf(seats.values());
    }

    public List<Seat> active() {
        List<Seat> active = new ArrayList<>(seats.values());
        active.removeIf(seat -> !seat.active());
        return active;
    }

    /**
     * Returns a time since which the coordinator has heard every active engine at least once. If no engine is active,
     * returns {@code nowNanos}.
     */
    public long heardNanos(long nowNanos) {
        return active().stream().mapToLong(Seat::lastHeardNanos).min().orElse(nowNanos);
    }

    public Set<Integer> activeNumbers() {
        return active().stream().map(Seat::number).collect(Collectors.toSet());
    }

    /** Notes that an engine leaves because another engine could not reach it. */
    public void cutOff(Seat seat) {
        cutOff.add(seat.number());
    }

    /** Returns the numbers of the engines that left because another engine could not reach them. */
    public Set<Integer> cutOff() {
        return FixedOrder.copyOf(cutOff);
    }

    /** Returns the hosts of the active engines for the user. */
    public List<String> hosts() {
        return active().stream()
                .map(seat -> seat.engine().host()
                        + (seat.engine().daemon().isEmpty()
                                ? ""
                                : " (" + seat.engine().daemon() + ")"))
                .distinct()
                .toList();
    }

    public boolean any(Seat.State state) {
        return seats.values().stream().anyMatch(seat -> seat.state() == state);
    }

    /**
     * Returns the engine with this number; null if it is unknown. A requested engine may open its connection or end
     * before the core learns that it is ready; until then it is unknown.
     */
    @Nullable
    public Seat find(int number) {
        return seats.get(number);
    }

    /** Runs {@code action} with the engine that has this seat; does nothing if there is none. */
    public void at(int number, Consumer<Seat> action) {
        Seat seat = find(number);
        if (seat != null) {
            action.accept(seat);
        }
    }

    /** Returns the status of each engine for the user. */
    public List<RunStatus.EngineStatus> statuses() {
        return seats.values().stream().map(Seat::status).toList();
    }

    /** Returns what the threads of the active engines wait for, as the engines reported last. */
    public List<WaitLines.Looked> lookedThreads() {
        List<WaitLines.Looked> threads = new ArrayList<>();
        for (Seat seat : active()) {
            EngineState state = seat.looked();
            if (state != null) {
                state.threads().forEach(thread -> threads.add(new WaitLines.Looked(thread, seat.lookedNanos())));
            }
        }
        threads.sort(Comparator.comparingInt(looked -> looked.thread().id()));
        return threads;
    }

    /** Returns the active engines as members of the load balancing. */
    public Membership members() {
        return Membership.of(active().stream().map(Seat::member).toList());
    }

    /** Returns the engine's number in the tables that engines receive: its index in the order of arrival. */
    public int engineNumber(Seat seat) {
        return List.copyOf(seats.keySet()).indexOf(seat.number());
    }

    /** Returns the power of an engine together with that of its assistants, the engines that compute for it. */
    public double power(Seat principal) {
        double power = principal.engine().power();
        for (Seat seat : active()) {
            power += seat.principal() == principal.number() ? seat.engine().power() : 0;
        }
        return power;
    }

    /** Returns the network nodes of the active engines, by the engines' numbers. */
    Map<Integer, NodeReference> nodes() {
        return active().stream()
                .collect(Collectors.toMap(Seat::number, seat -> seat.engine().node()));
    }

    /** Returns the performance of each engine, also of lost ones. Applications divide work in proportion to it. */
    public List<Double> powers() {
        return seats.values().stream().map(seat -> seat.engine().performance()).toList();
    }

    /**
     * Returns a registration, the table of engines and logical IDs, of all engines that the run has had. Lost engines
     * are included, since no other engine gets their logical IDs.
     */
    public Registration registration(long epoch) {
        List<Registration.Member> rows = new ArrayList<>();
        int firstId = 0;
        for (Seat seat : seats.values()) {
            AssembledEngine engine = seat.engine();
            rows.add(new Registration.Member(
                    rows.size(), firstId, engine.threads(), engine.incarnation(), engine.node()));
            firstId += engine.threads();
        }
        return new Registration(epoch, rows);
    }
}
