package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.registration.Registration;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.RestorePoint;
import org.moide.engine.control.StateDigest;
import org.moide.engine.control.StateHolder;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Utterance;

/**
 * A model of an engine of a {@link ModelRun}: it handles epochs and states like a real engine, and computes by events
 * in simulated time.
 */
final class ModelEngine {
    /** The greatest number of milliseconds from the start of a thread to its call of {@code restore}. */
    private static final int MOST_MILLIS_BEFORE_RESTORE = 80;

    final int seat;
    final Map<CheckpointName, Map<Integer, State>> store = new TreeMap<>();
    Map<Integer, State> states = new TreeMap<>();
    boolean alive = true;
    long finishedIn = -1;
    private final ModelRun run;
    private final List<Long> left = new ArrayList<>();
    private EngineCommand.@Nullable Checkpointing orders;
    private @Nullable Registration registration;
    private int number;
    private long epoch;
    private boolean started;
    private boolean ended = true;
    private boolean leaveWanted;
    private boolean storing;
    private long checkpoints;
    private int meetings;

    /**
     * The state of an ID after {@code step} steps: a part of the cells, of which the first has the number
     * {@code first}.
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared as records
    record State(int step, int first, long[] cells, long said) {}

    ModelEngine(int seat, ModelRun run) {
        this.seat = seat;
        this.run = run;
    }

    static EngineCommand.Start start(Membership members) {
        return new EngineCommand.Start(
                Map.of(), false, StrategySpec.of("guided"), TaskSettings.DEFAULT, 1, members, Map.of(), 0);
    }

    boolean isOutOf(long before) {
        return epoch != before || ended;
    }

    boolean hasLeft(long then) {
        return left.contains(then);
    }

    private boolean isIn(long then) {
        return alive && !ended && epoch == then;
    }

    void take(EngineCommand command) {
        if (command instanceof EngineCommand.Checkpointing given) {
            orders = given;
        } else if (command instanceof EngineCommand.Register register) {
            register(register);
        } else if (command instanceof EngineCommand.Start) {
            started = true;
            long then = epoch;
            run.after(run.some(MOST_MILLIS_BEFORE_RESTORE), () -> restore(then));
        } else if (command instanceof EngineCommand.LeaveAtSafePoint leave) {
            leaveWanted |= leave.epoch() == epoch;
        } else if (command instanceof EngineCommand.EndEpoch end && end.epoch() == epoch && !left.contains(epoch)) {
            long then = epoch;
            ended = started ? ended : true;
            storing = false;
            run.after(run.some(50), () -> leave(then));
        } else if (command instanceof EngineCommand.CheckpointCommitted committed) {
            store.keySet().removeIf(name -> name.compareTo(committed.checkpoint()) < 0);
            ModelDisk disk = run.disk;
            if (disk != null) {
                disk.keepOnly(committed.checkpoint(), committed.onDisk());
            }
        }
    }

    /** Reports that the application has called {@code restore}, if it calls that at all. Then begins the next step. */
    private void restore(long then) {
        if (isIn(then)) {
            if (run.restores) {
                run.report(seat, new EngineReport.Restorable(epoch, run.redistributes));
            }
            step();
        }
    }

    private void leave(long then) {
        if (alive && epoch == then && !left.contains(then)) {
            ended = true;
            storing = false;
            left.add(then);
            run.report(seat, new EngineReport.Left(then, checkpoints, EngineStatistics.silent(List.of())));
        }
    }

    private void register(EngineCommand.Register register) {
        registration = register.registration();
        number = register.engine();
        epoch = registration.epoch();
        started = false;
        ended = false;
        leaveWanted = false;
        storing = false;
        checkpoints = 0;
        meetings = 0;
        run.meetings.computeIfAbsent(
                epoch, first -> new ModelMeeting(registration.engines().size()));
        RestorePoint from = Objects.requireNonNull(orders).from();
        store.keySet().removeIf(name -> from == null || !name.equals(from.name()));
        long then = epoch;
        run.after(run.some(40), () -> fetch(then, from));
    }

    private Registration.Member row() {
        return Objects.requireNonNull(registration).engines().get(number);
    }

    private void fetch(long then, @Nullable RestorePoint from) {
        if (!isIn(then)) {
            return;
        }
        int count = Objects.requireNonNull(registration).count();
        states = new TreeMap<>();
        Map<Integer, State> all = new TreeMap<>();
        if (from != null) {
            boolean same = from.count() == count;
            for (int id = 0; id < from.count(); id++) {
                if (!same || (id >= row().firstId() && id < row().firstId() + row().threads())) {
                    State state = find(from, id);
                    if (state == null) {
                        // Repeated until the epoch ends, in case the holder of the states is lost.
                        run.after(run.some(100), () -> fetch(then, from));
                        return;
                    }
                    all.put(id, state);
                }
            }
        }
        for (int id = row().firstId(); id < row().firstId() + row().threads(); id++) {
            states.put(
                    id,
                    from != null && from.count() == count ? Objects.requireNonNull(all.get(id)) : cut(id, count, all));
        }
        if (from != null && from.count() == count) {
            store.computeIfAbsent(from.name(), first -> new HashMap<>()).putAll(states);
            run.report(
                    seat,
                    new EngineReport.CheckpointStored(
                            from.name(), row().firstId(), row().threads(), List.of(seat), List.of(), null));
            if (Objects.requireNonNull(orders).renew()) {
                push(then, from.name(), Map.copyOf(states));
            }
        }
        run.report(seat, new EngineReport.Registered(epoch));
    }

    private @Nullable State find(RestorePoint from, int id) {
        State own = store.getOrDefault(from.name(), Map.of()).get(id);
        if (own != null) {
            return own;
        }
        for (StateHolder holder : from.holdersOf(id)) {
            if (run.isAlive(holder.seat())) {
                State there = Objects.requireNonNull(run.engines.get(holder.seat()))
                        .store
                        .getOrDefault(from.name(), Map.of())
                        .get(id);
                if (there != null) {
                    return there;
                }
            }
        }
        ModelDisk disk = run.disk;
        return disk == null ? null : disk.read(from.name(), id);
    }

    /**
     * Returns the state of an ID, with the ID's share of all cells.
     *
     * @param all the states of a checkpoint, by ID; empty to begin with the initial cells
     * @param count the number of IDs, among which the cells are divided
     */
    private static State cut(int id, int count, Map<Integer, State> all) {
        long[] cells = ModelCells.initial();
        int step = 0;
        for (State state : all.values()) {
            System.arraycopy(state.cells(), 0, cells, state.first(), state.cells().length);
            step = state.step();
        }
        int first = ModelCells.COUNT * id / count;
        State before = all.get(id);
        return new State(
                step,
                first,
                Arrays.copyOfRange(cells, first, ModelCells.COUNT * (id + 1) / count),
                before == null ? 0 : before.said());
    }

    private void step() {
        long then = epoch;
        run.after(run.some(10), () -> {
            if (!isIn(then)) {
                return;
            }
            int step = states.values().iterator().next().step();
            if (step == ModelCells.STEPS) {
                finishedIn = then;
                run.report(seat, new EngineReport.Finished(EngineStatistics.silent(List.of()), LoanTotals.NONE));
                return;
            }
            long part = states.values().stream()
                    .mapToLong(state -> Arrays.stream(state.cells()).sum())
                    .sum();
            meet(part, sum -> {
                states.replaceAll((id, state) -> {
                    long[] cells = Arrays.stream(state.cells())
                            .map(cell -> ModelCells.next(cell, sum))
                            .toArray();
                    run.report(
                            seat, new EngineReport.Said(id, state.said(), new Utterance.Line("step " + state.step())));
                    return new State(state.step() + 1, state.first(), cells, state.said() + 1);
                });
                checkpoint(then);
            });
        });
    }

    private void meet(long part, LongConsumer then) {
        int meeting = meetings++;
        long at = epoch;
        ModelMeeting here = Objects.requireNonNull(run.meetings.get(at));
        here.come(
                meeting,
                number,
                part,
                leaveWanted,
                () -> run.after(run.some(3), () -> {
                    if (isIn(at)) {
                        then.accept(here.sum(meeting));
                    }
                }));
    }

    private void checkpoint(long then) {
        if (!run.restores) {
            step();
            return;
        }
        int meeting = meetings;
        meet(0, any -> {
            boolean leave = Objects.requireNonNull(run.meetings.get(then)).flag(meeting);
            hand(then, leave);
        });
    }

    private void hand(long then, boolean leave) {
        if (!isIn(then)) {
            return;
        }
        if (storing) {
            run.after(run.some(5), () -> hand(then, leave));
            return;
        }
        checkpoints++;
        CheckpointName name = new CheckpointName(then, checkpoints);
        Map<Integer, State> saved = Map.copyOf(states);
        store.computeIfAbsent(name, first -> new HashMap<>()).putAll(saved);
        storing = true;
        push(then, name, saved);
        meet(0, any -> {
            if (leave && run.losesLastWord(then)) {
                return; // the engine then waits for the lost message
            }
            if (leave) {
                left.add(then);
                ended = true;
                run.report(seat, new EngineReport.Left(then, checkpoints, EngineStatistics.silent(List.of())));
            } else {
                step();
            }
        });
    }

    private void push(long then, CheckpointName name, Map<Integer, State> saved) {
        run.after(run.some(20), () -> {
            StateHolder buddy = Objects.requireNonNull(orders).buddy();
            if (!alive || epoch != then || (ended && !storing)) {
                return;
            }
            List<Integer> seats = new ArrayList<>(List.of(seat));
            if (buddy != null) {
                if (!run.isAlive(buddy.seat())) {
                    push(then, name, saved); // repeated until the epoch ends
                    return;
                }
                Objects.requireNonNull(run.engines.get(buddy.seat()))
                        .store
                        .computeIfAbsent(name, first -> new HashMap<>())
                        .putAll(saved);
                seats.add(buddy.seat());
            }
            storing = false;
            ModelDisk disk = run.disk;
            List<StateDigest> onDisk = disk == null ? List.of() : disk.write(name, saved);
            String problem = disk != null && onDisk.isEmpty() ? "no space left on device" : null;
            run.report(
                    seat,
                    new EngineReport.CheckpointStored(name, row().firstId(), saved.size(), seats, onDisk, problem));
        });
    }
}
