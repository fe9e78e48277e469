package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineNumber;
import org.moide.engine.control.RestorePoint;
import org.moide.engine.control.StateHolder;

/**
 * The engines of an epoch by seat and number. An engine keeps its seat for the whole run. Its number is its place in
 * the epoch and may pass to another engine. The table also knows for which number an engine is being started. Used by
 * the control thread only.
 */
public final class EpochTable {
    public static final int NOBODY = -1;

    private final Map<Integer, EnginePlace> places = new HashMap<>();
    private final List<Integer> seats = new ArrayList<>();
    private final Map<Integer, EngineNumber> recruited = new TreeMap<>();
    private final Map<Integer, Integer> principals = new HashMap<>(); // seat of an assistant to seat of its principal
    private int given;

    /** Adds an engine that has just started. It has no number yet. */
    void came(EnginePlace place) {
        places.put(place.seat(), place);
        given = Math.max(given, place.seat() + 1);
    }

    /** Returns a new seat, a number that no engine of the run has had. */
    int nextSeat() {
        return given++;
    }

    /**
     * Removes an engine, which has gone. Its number, if it had one, becomes free. Returns the engine; null if it was
     * not present.
     */
    @Nullable
    EnginePlace gone(int seat) {
        EnginePlace gone = places.remove(seat);
        int number = seats.indexOf(seat);
        if (number >= 0) {
            seats.set(number, NOBODY);
        }
        return gone;
    }

    /** Gives an engine the lowest number above all numbers in use. */
    void append(int seat) {
        seats.add(seat);
    }

    /**
     * Gives an engine a number. If another engine had the number, that engine loses it, and the new engine takes its
     * place also with regard to assistants: it gets the other's assistants, or assists the engine that the other
     * assisted.
     */
    void set(EngineNumber number, int seat) {
        int before = seats.set(number.value(), seat);
        if (before != NOBODY) {
            principals.replaceAll((assistant, principal) -> principal == before ? seat : principal);
            Integer assisted = principals.remove(before);
            if (assisted != null) {
                principals.put(seat, assisted);
            }
        }
    }

    /**
     * Makes an engine the assistant of another engine, for as long as both have numbers. An assistant computes for that
     * engine only.
     *
     * @param principal the seat of the engine that gets the assistant
     */
    void assists(int seat, int principal) {
        principals.put(seat, principal);
    }

    /**
     * Returns the seat of the engine for which the assistant {@code seat} computes; {@link #NOBODY} if that engine is
     * no assistant.
     */
    int principalOf(int seat) {
        int principal = principals.getOrDefault(seat, NOBODY);
        return contains(principal) ? principal : NOBODY;
    }

    /** Takes the number away from an engine that stays present. All higher numbers decrease by one. */
    void withdraw(int seat) {
        seats.remove(Integer.valueOf(seat));
    }

    /** Removes gaps in the numbers: the numbers after a gap decrease. */
    void closeUp() {
        seats.removeIf(seat -> seat == NOBODY);
    }

    /** Returns an engine's number; null if it has none. */
    @Nullable
    EngineNumber numberOf(int seat) {
        int number = seats.indexOf(seat);
        return number < 0 ? null : new EngineNumber(number);
    }

    /**
     * Returns the range of an engine's logical IDs as text; null if it has none, or if they are unknown because an
     * engine with a lower number is missing.
     */
    @Nullable
    String idsOf(int seat) {
        int first = 0;
        for (int each : seats) {
            EnginePlace place = places.get(each);
            if (place == null) {
                return null;
            }
            if (each == seat) {
                int last = first + place.threads() - 1;
                return first == last ? "ID " + first : "IDs " + first + " to " + last;
            }
            first += place.threads();
        }
        return null;
    }

    /** Returns the seat of the engine whose number is 0; {@link #NOBODY} if no engine has it now. */
    int first() {
        return seats.isEmpty() ? NOBODY : seats.get(0);
    }

    boolean contains(int seat) {
        return seat != NOBODY && seats.contains(seat);
    }

    boolean isThere(int seat) {
        return places.containsKey(seat);
    }

    /** Returns the seats of the engines that have a number in this epoch, in the order of the numbers. */
    List<Integer> seats() {
        return seats.stream().filter(seat -> seat != NOBODY).toList();
    }

    /**
     * Returns the seats of all present engines, with and without a number, in ascending order. Commands go to engines
     * in this order.
     */
    Set<Integer> present() {
        return new TreeSet<>(places.keySet());
    }

    EnginePlace place(int seat) {
        return Objects.requireNonNull(places.get(seat), () -> "engine-" + seat);
    }

    List<EnginePlace> inOrder() {
        return seats().stream().map(this::place).toList();
    }

    /** Returns the seats of the engines that are present but have no number in this epoch. */
    Set<Integer> others() {
        Set<Integer> others = new TreeSet<>(present());
        others.removeAll(seats());
        return others;
    }

    // --- on the way -----------------------------------------------------------------------------------------------

    /** Records that an engine is being started, and for which number. */
    void expect(int seat, EngineNumber number) {
        recruited.put(seat, number);
    }

    /**
     * Records that an engine has started or failed to start. Returns the number that it was started for; null if there
     * was none.
     */
    @Nullable
    EngineNumber expected(int seat) {
        return recruited.remove(seat);
    }

    boolean expectsAnybody() {
        return !recruited.isEmpty();
    }

    // --- what an epoch is told -------------------------------------------------------------------------------------

    /**
     * Returns a registration, the table of engines and logical IDs, of all engines in the order of their numbers. No
     * number may be free.
     */
    Registration registration(long epoch) {
        return registration(epoch, inOrder());
    }

    /**
     * Returns a registration, the table of engines and logical IDs, of these engines in this order. The epoch's number
     * becomes the incarnation of all engines.
     */
    static Registration registration(long epoch, List<EnginePlace> engines) {
        List<Registration.Member> rows = new ArrayList<>();
        int firstId = 0;
        for (EnginePlace engine : engines) {
            rows.add(new Registration.Member(rows.size(), firstId, engine.threads(), epoch, engine.node()));
            firstId += engine.threads();
        }
        return new Registration(epoch, rows);
    }

    Membership members(long epoch) {
        Membership members = Membership.of(seats().stream()
                .filter(seat -> principalOf(seat) == NOBODY)
                .map(seat -> member(seat, epoch))
                .toList());
        for (int seat : seats()) {
            int principal = principalOf(seat);
            members = principal == NOBODY
                    ? members
                    : members.with(member(seat, epoch).assisting(principal));
        }
        return members;
    }

    Membership.Member member(int seat, long epoch) {
        EnginePlace engine = place(seat);
        return new Membership.Member(seat, epoch, engine.power(), engine.threads()).at(engine.location());
    }

    Map<Integer, NodeReference> nodes() {
        Map<Integer, NodeReference> nodes = new HashMap<>();
        inOrder().forEach(engine -> nodes.put(engine.seat(), engine.node()));
        return nodes;
    }

    /** Returns whether two tables give the same logical IDs to each engine number. */
    static boolean haveSameIds(Registration one, Registration other) {
        return threads(one).equals(threads(other));
    }

    /** Returns the number of threads of each engine in the order of engine numbers. */
    static List<Integer> threads(Registration registration) {
        return registration.engines().stream().map(Registration.Member::threads).toList();
    }

    List<Double> powers() {
        return inOrder().stream().map(EnginePlace::power).toList();
    }

    /** Returns the command that tells an engine where to keep its states, when there is nothing to restore. */
    static EngineCommand.Checkpointing checkpointing(
            int number, List<EnginePlace> engines, Registration registration, EpochSettings settings) {
        return new EngineCommand.Checkpointing(
                registration.epoch(),
                holder(number, engines),
                null,
                false,
                settings.disk().directory(),
                settings.checkpointShare());
    }

    private static @Nullable StateHolder holder(int number, List<EnginePlace> engines) {
        EnginePlace buddy = Buddies.of(number, engines);
        return buddy == null ? null : new StateHolder(buddy.seat(), buddy.node());
    }

    /** Returns the command that tells an engine where to keep its states, and which checkpoint to restore. */
    EngineCommand.Checkpointing checkpointing(
            int number,
            Registration registration,
            CheckpointLedger ledger,
            @Nullable RestorePoint point,
            EpochSettings settings) {
        List<EnginePlace> engines = inOrder();
        List<Integer> staying = engines.stream().map(EnginePlace::seat).toList();
        StateHolder holder = holder(number, engines);
        Registration.Member row = registration.engines().get(number);
        boolean renew = holder != null
                && point != null
                && (point.count() != registration.count()
                        || !ledger.isKeptElsewhere(staying.get(number), row.firstId(), row.threads(), staying));
        return new EngineCommand.Checkpointing(
                registration.epoch(), holder, point, renew, settings.disk().directory(), settings.checkpointShare());
    }
}
