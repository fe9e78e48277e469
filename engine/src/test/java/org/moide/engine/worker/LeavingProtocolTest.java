package org.moide.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.Directory;
import org.moide.balance.worker.InitialPlaces;
import org.moide.balance.worker.SavedWorkers;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerOutlet;
import org.moide.balance.worker.WorkerPlace;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.WorkerTask;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.round.CutRounds;
import org.moide.balance.worker.round.QuietRounds;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * Tests the messages of three engines with two workers each when engine 2 leaves. The engines have real tables, but no
 * threads.
 */
class LeavingProtocolTest {
    private static final int ENGINES = 3;
    private static final int LEAVER = 2;
    private static final long EPOCH = 7;
    private static final long SECOND = 1_000_000_000;
    private static final byte[] STATE = {1};

    private final Declarations declarations =
            new Declarations(List.of(new Declarations.Workers(0, 6, WorkerRule.MOVES)), List.of(), false);
    private final InitialPlaces places = new InitialPlaces(declarations, List.of(1.0, 1.0, 1.0));
    private final QuietRounds rounds = new QuietRounds(ENGINES, 0);
    private final CutRounds cuts = new CutRounds(ENGINES);
    private final Queue<Way> underWay = new ArrayDeque<>();
    private final List<Engine> engines = new ArrayList<>();

    /** A message to an engine, either for its workers or for its control thread. */
    private record Way(int to, Object message) {}

    /** One of the three engines. */
    private final class Engine implements WorkerOutlet, Leaving.Ports {
        private final List<LastResult> results = new ArrayList<>();
        private final WorkerTable table;
        private final Leaving leaving;
        private boolean closed; // whether messages to the leaving engine's workers are closed
        private boolean out;

        Engine(int number) {
            Directory directory = number == WorkerTable.DIRECTORY ? new Directory(declarations) : null;
            table = new WorkerTable(number, declarations, places, directory, bytes -> () -> bytes, this);
            leaving = new Leaving(number, table, this);
        }

        @Override
        public boolean toProcess(int process, WorkerMessage message) {
            return !(closed && process == LEAVER) && underWay.add(new Way(process, message));
        }

        @Override
        public void runnable() {}

        @Override
        public void hopeless(String why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void answered(WorkerMessage.Answer answer) {
            throw new IllegalStateException("nobody asks");
        }

        @Override
        public void tell(int engine, LeaveMessage message) {
            underWay.add(new Way(engine, message));
        }

        @Override
        public void tellLast(int engine, LeaveMessage message) {
            tell(engine, message);
            closed = true;
        }

        @Override
        public double power(int engine) {
            return 1;
        }

        @Override
        public void leaves(Departure departure) {}

        @Override
        public boolean isStored() {
            return true;
        }

        @Override
        public List<LastResult> results() {
            return results;
        }

        @Override
        public void inherit(List<LastResult> others) {
            results.addAll(others);
        }

        @Override
        public void meetBy(long epoch) {
            assertThat(epoch).isEqualTo(EPOCH);
        }

        @Override
        public void out() {
            out = true;
        }

        /** Sends a task to a worker of this engine, and takes the worker as a thread would. */
        Slot taken(long worker) {
            table.send(table.beginning(), worker, WorkerTask.of(WorkerTask.BEGIN, () -> STATE));
            Slot slot = Objects.requireNonNull(table.take(), "it has a task");
            assertThat(slot.worker()).isEqualTo(worker);
            slot.poll();
            return slot;
        }

        /** Does what threads would do: moves workers that must leave, and handles the tasks of workers that stay. */
        void work() {
            for (Slot slot = table.take(); slot != null; slot = table.take()) {
                while (!slot.isLeaving() && slot.poll() != null) {
                    // The task counts as handled.
                }
                if (slot.isLeaving()) {
                    table.depart(slot, () -> STATE);
                } else {
                    table.release(slot);
                }
            }
        }
    }

    @BeforeEach
    void begin() {
        for (int engine = 0; engine < ENGINES; engine++) {
            engines.add(new Engine(engine));
        }
    }

    private Engine engine(int number) {
        return engines.get(number);
    }

    private void deliver() {
        for (Way way = underWay.poll(); way != null; way = underWay.poll()) {
            Engine to = engine(way.to());
            if (way.message() instanceof LeaveMessage said) {
                said.handle(to.leaving);
            } else {
                to.table.arrived((WorkerMessage) way.message());
            }
        }
    }

    private void wantsToLeave() {
        engine(0).leaving.wants(new LeaveMessage.Wants(LEAVER, EPOCH));
    }

    private void step() {
        for (Engine each : engines) {
            each.leaving.step(false);
            each.work();
            deliver();
        }
    }

    private void dismiss() {
        engine(0).leaving.dismissIfReady(rounds, cuts, true, 0);
        deliver();
    }

    private void leaves() {
        wantsToLeave();
        for (int turn = 0; turn < 10; turn++) {
            step();
        }
        assertThat(engine(0).leaving.isAnyReady()).isTrue();
        dismiss();
        assertThat(engine(0).table.crew().all()).containsExactly(0, 1);
    }

    private static long workerOf(Engine engine) {
        List<Long> workers = new ArrayList<>();
        engine.table.forEachUntouched(slot -> workers.add(slot.worker()));
        return workers.get(0);
    }

    @Test
    void shouldNotSayThatNoneComesWhileAWorkerIsOnItsWayThere() {
        Engine other = engine(1);
        long worker = workerOf(other);
        Slot slot = other.taken(worker);
        assertThat(other.table.move(worker, LEAVER)).isTrue();
        other.table.depart(slot, () -> {
            wantsToLeave();
            engine(0).leaving.step(false);
            deliver();
            other.leaving.step(false);
            assertThat(underWay).extracting(Way::message).noneMatch(LeaveMessage.NoneComes.class::isInstance);
            return STATE;
        });
        other.leaving.step(false);
        assertThat(underWay).extracting(Way::message).anyMatch(LeaveMessage.NoneComes.class::isInstance);
    }

    @Test
    void shouldLookMoreAndMoreSeldomWhileAHandlerThereTakesItsTime() {
        Leaving leaver = engine(LEAVER).leaving;
        assertThat(leaver.nextNanos(SECOND)).isEqualTo(Long.MAX_VALUE);
        engine(LEAVER).taken(workerOf(engine(LEAVER)));
        wantsToLeave();
        for (int turn = 0; turn < 10; turn++) {
            step();
        }
        assertThat(engine(0).leaving.isAnyReady()).isFalse();
        assertThat(leaver.nextNanos(SECOND) - SECOND).isEqualTo(SECOND / 1_000);
        assertThat(leaver.nextNanos(SECOND + SECOND / 5) - SECOND - SECOND / 5).isEqualTo(SECOND / 40);
        assertThat(leaver.nextNanos(1_000 * SECOND) - 1_000 * SECOND).isEqualTo(SECOND / 20);
    }

    @Test
    void shouldNotGoWhileAnotherWaitsForWhatItSaidAtASafePoint() {
        engine(1).leaving.safePointBegins();
        leaves();
        step();
        assertThat(engine(LEAVER).out).isFalse();
        engine(1).leaving.safePointEnds();
        step();
        step();
        assertThat(engine(LEAVER).out).isTrue();
    }

    @Test
    void shouldNotAskOneThatHasLeftWhetherAllIsDone() {
        leaves();
        RoundMessage found = null;
        for (int wave = 0; wave < 4 && found == null; wave++) {
            RoundMessage asked = rounds.tick(true, Long.MAX_VALUE / 2);
            assertThat(asked).isInstanceOf(RoundMessage.WaveAsked.class);
            long number = ((RoundMessage.WaveAsked) asked).number();
            rounds.told(engine(0).table.wave(number), 0);
            found = rounds.told(engine(1).table.wave(number), 0);
        }
        assertThat(found).isInstanceOf(RoundMessage.AllDone.class);
    }

    @Test
    void shouldNotWaitWithACutForOneThatHasLeft() {
        leaves();
        cuts.begin(0);
        RoundMessage found = null;
        for (int wave = 0; wave < 4 && found == null; wave++) {
            RoundMessage asked = cuts.tick(Long.MAX_VALUE / 2);
            assertThat(asked).isInstanceOf(RoundMessage.CutAsked.class);
            RoundMessage.CutAsked its = (RoundMessage.CutAsked) asked;
            engines.subList(0, LEAVER).forEach(each -> each.table.cut().begin(its.cut()));
            engines.subList(0, LEAVER).forEach(each -> each.table.cut().keepSome(slot -> STATE, () -> true));
            cuts.told(engine(0).table.cut().stands(its.number()), 0);
            found = cuts.told(engine(1).table.cut().stands(its.number()), 0);
        }
        assertThat(found).isInstanceOf(RoundMessage.CutComplete.class);
    }

    @Test
    void shouldKeepWhichWorkersHaveEndedThereAndWhatIsLeftOfThem() {
        Engine leaver = engine(LEAVER);
        long worker = workerOf(leaver);
        Slot slot = leaver.taken(worker);
        slot.end();
        leaver.table.ended(slot);
        LastResult last = new LastResult(STATE, 0);
        leaver.results.add(last);
        deliver();
        leaves();
        assertThat(engine(0).results).containsExactly(last);
        engine(0).table.cut().begin(1);
        SavedWorkers saved = engine(0).table.cut().take(1);
        Map<Long, WorkerPlace> ended = saved.places();
        assertThat(Objects.requireNonNull(ended.get(worker), "it would begin again")
                        .isEnd())
                .isTrue();
    }
}
