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
 * The registrations of an epoch: the one by which its threads began, and those by which it was widened or narrowed
 * since. An epoch of workers is widened when an engine joins: the others accept messages of the new registration beside
 * those of the old, then the engine starts, and then engine 0 takes it in. It is narrowed when an engine leaves: when
 * all others have a registration without it, it is told to leave, and then engine 0 counts it no more. One change at a
 * time. Used by the control thread only.
 */
final class Registrations {
    /**
     * The most engines that join in one epoch; the next one joins by another epoch. Each one leaves a registration
     * open. After it has left, each wave still looks at it, and so does whoever asks where a worker began.
     */
    private static final int MOST_JOINED = 1_000;

    private final EpochTable table;
    private final EpochSettings settings;
    private final CheckpointLedger ledger;
    private final EpochOutputs outputs;
    private final SortedMap<Long, Shape> shapes = new TreeMap<>(); // of this epoch, by number
    private long latest;
    private long current;
    private int nextProcess;
    private int mostProcesses;
    private @Nullable Newcomer newcomer;
    private @Nullable Leaver leaver;
    private final Set<Integer> leaving = new TreeSet<>(); // seats that have left, and whose threads have not yet
    private final Set<Integer> out = new TreeSet<>(); // seats whose threads have, of which engine 0 may not have told

    /**
     * The engines of a registration.
     *
     * @param processes the registration, with the engines' numbers as processes
     * @param powers the power of each engine
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
     * @param unregistered the engines at which this registration is not in force yet
     */
    private record Newcomer(int seat, long number, Set<Integer> unregistered) {
        boolean isStarted() {
            return unregistered.isEmpty();
        }
    }

    /**
     * An engine that is about to leave.
     *
     * @param unregistered the other engines at which this registration is not in force yet
     */
    private record Leaver(int seat, long number, Set<Integer> unregistered) {}

    /** @param latest the number of the last registration so far */
    Registrations(
            EpochTable table, EpochSettings settings, CheckpointLedger ledger, EpochOutputs outputs, long latest) {
        this.table = table;
        this.settings = settings;
        this.ledger = ledger;
        this.outputs = outputs;
        this.latest = latest;
        this.current = latest;
    }

    /** Returns the number of the last registration. Engines have heard of it, whether an engine joined by it or not. */
    long latest() {
        return latest;
    }

    /** Returns the number of the registration whose engines compute. */
    long current() {
        return current;
    }

    /**
     * Returns whether this is the number of one of the epoch's registrations. An engine that reports it may not have
     * heard of the last one.
     */
    boolean isOf(long number) {
        return !shapes.isEmpty() && number >= shapes.firstKey() && number <= latest;
    }

    /** Returns the engines that compute, or that are to compute. */
    @Nullable
    Shape shape() {
        return shapes.get(current);
    }

    /** Returns the engines of one of the epoch's registrations. */
    @Nullable
    Shape shape(long number) {
        return shapes.get(number);
    }

    /**
     * Begins an epoch of all engines that have a number. Each is told from where it goes on, and which the others are.
     *
     * @param saved the states to which they go back
     * @return the seats whose threads must be registered
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

    /** Notes the shape of the first epoch whose engines are not all there. */
    void expect(Safekeeping saved) {
        Registration undisturbed = table.registration(latest + 1);
        current = undisturbed.epoch();
        shapes.put(current, new Shape(Processes.of(undisturbed), saved.powers(null, undisturbed, table.powers())));
    }

    /** Returns the number of threads of an engine. */
    int threads(EngineNumber number) {
        return Objects.requireNonNull(shape(), "registered before lost")
                .registration()
                .engines()
                .get(number.value())
                .threads();
    }

    /** Returns the start of the epoch, when all engines are registered. */
    EpochOutput.Begin begun() {
        Registration registration =
                Objects.requireNonNull(shape(), "registered").registration();
        return new EpochOutput.Begin(registration, table.members(registration.epoch()), table.nodes());
    }

    /** Widens the epoch by an engine that is there, while all others go on. */
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
     * Notes that a registration is in force at an engine. When it is in force at all engines, the one that joins is
     * told to start, or the one that leaves is told to leave.
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

    /** Narrows the epoch by an engine that is not the first, while all others go on. */
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
     * Returns whether all others can go on while this engine leaves or is replaced. Workers can, unless it is engine 0,
     * which leads them.
     */
    boolean mayNarrow(int leaves) {
        EngineNumber number = table.numberOf(leaves);
        return settings.widens() && (number == null || number.value() != 0);
    }

    /**
     * Returns whether an engine may join while all others go on. It may not when very many have joined, or when
     * {@code leaves} may not leave in this way.
     */
    boolean mayWiden(int leaves) {
        return mayNarrow(leaves) && nextProcess < mostProcesses;
    }

    /** Returns the engines that have left and whose threads have not left yet. */
    Set<Integer> leaving() {
        return leaving;
    }

    /** Notes that the threads of an engine are out. Returns whether it is one that has left, and may go now. */
    boolean out(int seat) {
        boolean gone = leaving.remove(seat);
        if (!gone) {
            out.add(seat);
        }
        return gone;
    }

    /**
     * Notes that engine 0 no longer counts an engine that has left. Returns the seat of that engine;
     * {@link EpochTable#NOBODY} if this is not new.
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

    /** Returns whether an engine has been told to start, so that engine 0 may have taken it in. */
    boolean mayHaveJoined(int seat) {
        Newcomer its = newcomer;
        return its != null && its.seat() == seat && its.isStarted();
    }

    /**
     * Notes that engine 0 has taken an engine in. Returns the seat of that engine; {@link EpochTable#NOBODY} if this is
     * not new.
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

    /** Tells engines to keep their states from here on where they would in an epoch of all these engines. */
    private void keepAtNewBuddies(Registration registration, int told) {
        List<EnginePlace> all = table.inOrder();
        for (int number = 0; number < told; number++) {
            outputs.tell(all.get(number).seat(), EpochTable.checkpointing(number, all, registration, settings));
        }
    }

    /**
     * Retires engines without a number once other engines keep two copies of what they keep. An engine that is about to
     * get a number stays.
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

    /** Gives up joining and leaving: the engine was lost before it was told to start, or the epoch ends. */
    void close() {
        out.clear();
        newcomer = null;
        leaver = null;
    }
}
