package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.Registration;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineNumber;
import org.moide.engine.control.Processes;
import org.moide.engine.control.RestorePoint;

/**
 * The registrations of an epoch. A registration is a table of the engines and their logical IDs. There is the one with
 * which the epoch began, and further ones by which engines joined or left while all other engines computed, which only
 * workers allow.
 *
 * <p>When an engine joins, the other engines first accept messages of the new registration besides those of the old
 * one, then the engine starts, and then engine 0 includes it. When an engine leaves, all other engines first get a
 * registration without it, then it is told to leave, and then engine 0 excludes it. There is only one change at a time.
 * Used by the control thread only.
 */
final class Registrations {
    /**
     * The limit on the number of engines that join within one epoch. After it, a new epoch begins. The registration of
     * each engine that has joined stays in memory even after the engine has left, and searches for the origin of a
     * worker look through all registrations.
     */
    private static final int MOST_JOINED = 1_000;

    private final EpochTable table;
    private final EpochSettings settings;
    private final CheckpointLedger ledger;
    private final EpochOutputs outputs;
    private final SortedMap<Long, Shape> shapes = new TreeMap<>(); // the registrations of this epoch by number
    private long latest;
    private long current;
    private int nextProcess;
    private int mostProcesses;
    private @Nullable Newcomer newcomer;
    private @Nullable Leaver leaver;
    // Seats of engines that have left while their threads have not.
    private final Set<Integer> leaving = new TreeSet<>();
    // Seats of engines whose threads have left before engine 0 reported the change.
    private final Set<Integer> out = new TreeSet<>();

    /**
     * A registration with the powers of its engines.
     *
     * @param processes the registration, which also gives each engine its process number
     * @param powers the power of each engine, in the order of engine numbers
     */
    record Shape(Processes processes, List<Double> powers) {
        Shape {
            powers = List.copyOf(powers);
        }

        Registration registration() {
            return processes.registration();
        }
    }

    /**
     * An engine that is about to join.
     *
     * @param seat the engine's number in the run
     * @param number the number of the registration with the engine
     * @param unregistered the engines that have not confirmed that registration yet
     */
    private record Newcomer(int seat, long number, Set<Integer> unregistered) {
        boolean isStarted() {
            return unregistered.isEmpty();
        }
    }

    /**
     * An engine that is about to leave.
     *
     * @param seat the engine's number in the run
     * @param number the number of the registration without the engine
     * @param unregistered the other engines that have not confirmed that registration yet
     */
    private record Leaver(int seat, long number, Set<Integer> unregistered) {}

    /**
     * Creates the object before the first epoch.
     *
     * @param latest the latest epoch of which the disk has any state, so that new registrations get higher numbers;
     *     0 if none
     */
    Registrations(
            EpochTable table, EpochSettings settings, CheckpointLedger ledger, EpochOutputs outputs, long latest) {
        this.table = table;
        this.settings = settings;
        this.ledger = ledger;
        this.outputs = outputs;
        this.latest = latest;
        this.current = latest;
    }

    /**
     * Returns the number of the last registration that was sent to engines. The engine for which it was made may not
     * have joined.
     */
    long latest() {
        return latest;
    }

    /** Returns the number of the registration that the engines use now. */
    long current() {
        return current;
    }

    /**
     * Returns whether a registration of this epoch has this number. A report of an engine may have the number of an
     * earlier registration, because the engine does not know the last one yet.
     */
    boolean isOf(long number) {
        return !shapes.isEmpty() && number >= shapes.firstKey() && number <= latest;
    }

    /**
     * Returns the registration that the engines use, or the next one if they are about to use it; null before the first
     * epoch.
     */
    @Nullable
    Shape shape() {
        return shapes.get(current);
    }

    /** Returns the registration of this epoch that has this number; null if there is none. */
    @Nullable
    Shape shape(long number) {
        return shapes.get(number);
    }

    /**
     * Begins an epoch of all engines that have a number. Tells each from which checkpoint it starts and which the other
     * engines are.
     *
     * @param saved the checkpoints of the run
     * @return the seats of the engines whose threads must register
     */
    List<Integer> begin(Registration next, Safekeeping saved) {
        RestorePoint point = ledger.point(seat -> table.place(seat).node());
        List<Double> powers = saved.powers(shape(), next, table.powers());
        shapes.clear();
        latest = next.epoch();
        current = latest;
        close();
        shapes.put(latest, new Shape(Processes.of(next), powers));
        nextProcess = next.engines().size();
        mostProcesses = Math.min(Processes.MOST, nextProcess + MOST_JOINED);
        ledger.begin(latest, next.count());
        List<Integer> seats = table.seats();
        for (int number = 0; number < seats.size(); number++) {
            outputs.tell(seats.get(number), table.checkpointing(number, next, ledger, point, settings));
            outputs.tell(seats.get(number), new EngineCommand.Register(next, number, powers, settings.collectives()));
        }
        return seats;
    }

    /**
     * Begins as if the first epoch had been registered with all engines, although one was lost at the start. So the
     * next epoch is made like one after a loss.
     *
     * @param saved has the engines' powers
     */
    void expect(Safekeeping saved) {
        Registration undisturbed = table.registration(latest + 1);
        current = undisturbed.epoch();
        shapes.put(current, new Shape(Processes.of(undisturbed), saved.powers(null, undisturbed, table.powers())));
    }

    /** Returns the number of compute threads of the engine with this number. */
    int threads(EngineNumber number) {
        return Objects.requireNonNull(shape(), "registered before lost")
                .registration()
                .engines()
                .get(number.value())
                .threads();
    }

    /** Returns the step that starts the epoch. All its engines must be registered. */
    EpochOutput.Begin begun() {
        Registration registration =
                Objects.requireNonNull(shape(), "registered").registration();
        return new EpochOutput.Begin(registration, table.members(registration.epoch()), table.nodes());
    }

    /** Begins to add a present engine while all other engines compute. */
    void open(EnginePlace engine) {
        Shape before = Objects.requireNonNull(shape(), "widened once it runs");
        latest++;
        List<Integer> others = table.seats();
        List<EnginePlace> all = new ArrayList<>(table.inOrder());
        all.add(engine);
        Registration next = EpochTable.registration(latest, all);
        List<Double> powers = new ArrayList<>(before.powers());
        powers.add(engine.power());
        List<Integer> numbers = new ArrayList<>(before.processes().all());
        numbers.add(nextProcess);
        Processes processes = new Processes(next, numbers);
        shapes.put(latest, new Shape(processes, powers));
        Set<Integer> unregistered = new TreeSet<>(others);
        unregistered.add(engine.seat());
        newcomer = new Newcomer(engine.seat(), latest, unregistered);
        ledger.widen(latest, next.count());
        for (int number = 0; number < others.size(); number++) {
            outputs.tell(others.get(number), new EngineCommand.Widen(processes, number, settings.collectives(), true));
        }
        outputs.tell(engine.seat(), EpochTable.checkpointing(others.size(), all, next, settings));
        outputs.tell(
                engine.seat(), new EngineCommand.Register(processes, others.size(), powers, settings.collectives()));
    }

    /**
     * Notes that an engine has confirmed a registration, the new table of engines. When all have, the joining engine is
     * told to start, or the leaving engine to leave.
     */
    void registered(int seat, long number) {
        Newcomer its = newcomer;
        if (its != null && its.number() == number && its.unregistered().remove(seat) && its.isStarted()) {
            Processes next =
                    Objects.requireNonNull(shape(number), "made with it").processes();
            outputs.add(new EpochOutput.Join(its.seat(), next, table.member(its.seat(), number), table.nodes()));
        }
        Leaver leaves = leaver;
        if (leaves != null
                && leaves.number() == number
                && leaves.unregistered().remove(seat)
                && leaves.unregistered().isEmpty()) {
            outputs.tell(leaves.seat(), new EngineCommand.LeaveOthers(number));
        }
    }

    /** Begins to remove an engine other than engine 0 while all other engines compute. */
    void narrow(int seat) {
        Shape before = Objects.requireNonNull(shape(), "narrowed once it runs");
        latest++;
        List<EnginePlace> others = new ArrayList<>(table.inOrder());
        List<Double> powers = new ArrayList<>(before.powers());
        List<Integer> numbers = new ArrayList<>(before.processes().all());
        int its = Objects.requireNonNull(table.numberOf(seat), "it computes").value();
        others.remove(its);
        powers.remove(its);
        numbers.remove(its);
        Registration next = EpochTable.registration(latest, others);
        Processes processes = new Processes(next, numbers);
        shapes.put(latest, new Shape(processes, powers));
        ledger.widen(latest, next.count());
        Set<Integer> unregistered = new TreeSet<>();
        for (int number = 0; number < others.size(); number++) {
            int other = others.get(number).seat();
            unregistered.add(other);
            outputs.tell(other, new EngineCommand.Widen(processes, number, settings.collectives(), false));
        }
        leaver = new Leaver(seat, latest, unregistered);
    }

    /**
     * Returns whether this engine can leave or be replaced while all other engines compute. Engines of workers can,
     * except engine 0, which coordinates the change.
     */
    boolean mayNarrow(int leaves) {
        EngineNumber number = table.numberOf(leaves);
        return settings.widens() && (number == null || number.value() != 0);
    }

    /**
     * Returns whether an engine can join while all other engines compute. It cannot after {@link #MOST_JOINED} engines
     * have joined, or if it is to replace an engine that cannot leave meanwhile.
     *
     * @param leaves the engine that is to be replaced
     */
    boolean mayWiden(int leaves) {
        return mayNarrow(leaves) && nextProcess < mostProcesses;
    }

    /** Returns the engines that have left the registration while their threads are still in the application. */
    Set<Integer> leaving() {
        return leaving;
    }

    /**
     * Notes that all threads of an engine have left the application. Returns whether the engine had left the
     * registration before, so that its process can be ended.
     */
    boolean out(int seat) {
        boolean gone = leaving.remove(seat);
        if (!gone) {
            out.add(seat);
        }
        return gone;
    }

    /**
     * Notes that engine 0 has excluded the leaving engine. Returns the seat of that engine; {@link EpochTable#NOBODY}
     * if the report is a repeat.
     */
    int left(long number) {
        Leaver its = leaver;
        if (its == null || its.number() != number) {
            return EpochTable.NOBODY;
        }
        leaver = null;
        current = number;
        table.withdraw(its.seat());
        if (!out.contains(its.seat())) {
            leaving.add(its.seat());
        }
        Registration registration =
                Objects.requireNonNull(shape(), "made with it").registration();
        keepAtNewBuddies(registration, registration.engines().size());
        outputs.add(new EpochOutput.Leave(its.seat(), registration));
        return its.seat();
    }

    /** Returns whether the joining engine has been told to start. From then on engine 0 may have included it. */
    boolean mayHaveJoined(int seat) {
        Newcomer its = newcomer;
        return its != null && its.seat() == seat && its.isStarted();
    }

    /**
     * Notes that engine 0 has included the joining engine. Returns the seat of that engine; {@link EpochTable#NOBODY}
     * if the report is a repeat.
     */
    int joined(long number) {
        Newcomer its = newcomer;
        if (its == null || its.number() != number) {
            return EpochTable.NOBODY;
        }
        newcomer = null;
        current = number;
        nextProcess++;
        table.append(its.seat());
        Registration registration =
                Objects.requireNonNull(shape(), "made with it").registration();
        keepAtNewBuddies(registration, registration.engines().size() - 1);
        return its.seat();
    }

    /** Tells engines which other engine keeps copies of their states now, after an engine has joined or left. */
    private void keepAtNewBuddies(Registration registration, int told) {
        List<EnginePlace> all = table.inOrder();
        for (int number = 0; number < told; number++) {
            outputs.tell(all.get(number).seat(), EpochTable.checkpointing(number, all, registration, settings));
        }
    }

    /**
     * Ends the engines that have no number, as soon as other engines have enough copies of their states. An engine that
     * is about to join stays.
     */
    void retireOthers(EpochPhase phase) {
        Newcomer coming = newcomer;
        if (phase == EpochPhase.RUNNING && ledger.isSafeWith(table.seats())) {
            for (int seat : table.others()) {
                if ((coming == null || coming.seat() != seat) && !leaving.contains(seat)) {
                    table.gone(seat);
                    ledger.lost(seat);
                    outputs.add(new EpochOutput.Retire(seat));
                }
            }
        }
    }

    /**
     * Gives up a join or leave that is under way, because the engine was lost before it started or because the epoch
     * ends.
     */
    void close() {
        out.clear();
        newcomer = null;
        leaver = null;
    }
}
