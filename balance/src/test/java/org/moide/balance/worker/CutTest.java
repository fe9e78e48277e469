package org.moide.balance.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * Tests cuts (snapshots of workers that run) of two processes: workers 0 and 1 begin at process 0, 2 and 3 at process
 * 1.
 */
class CutTest {
    private static final int WORKERS = 4;

    private final Declarations declarations =
            new Declarations(List.of(new Declarations.Workers(0, WORKERS, WorkerRule.MOVES)), List.of(), false);
    private final InitialPlaces places = new InitialPlaces(declarations, List.of(1.0, 1.0));
    private final List<ArrayDeque<WorkerMessage>> toProcess = List.of(new ArrayDeque<>(), new ArrayDeque<>());
    private Runnable whenSent = () -> {};
    private Runnable whenRunnable = () -> {};
    private final WorkerTable first = table(0);
    private final WorkerTable second = table(1);

    private WorkerTable table(int process) {
        Directory directory = process == 0 ? new Directory(declarations) : null;
        return new WorkerTable(process, declarations, places, directory, bytes -> () -> bytes, new WorkerOutlet() {
            @Override
            public boolean toProcess(int to, WorkerMessage message) {
                toProcess.get(to).add(message);
                whenSent.run();
                return true;
            }

            @Override
            public void runnable() {
                whenRunnable.run();
            }

            @Override
            public void hopeless(String why) {
                throw new IllegalStateException(why);
            }

            @Override
            public void answered(WorkerMessage.Answer answer) {
                throw new IllegalStateException("nobody asks");
            }
        });
    }

    /** Sends the worker a task, lets a thread take the worker, and returns it. */
    private static Slot taken(WorkerTable table, long worker) {
        table.send(table.beginning(), worker, task(WorkerTask.BEGIN, "begin"));
        Slot slot = Objects.requireNonNull(table.take());
        assertThat(slot.worker()).isEqualTo(worker);
        assertThat(slot.poll()).isNotNull();
        return slot;
    }

    private static WorkerTask task(long from, String text) {
        return WorkerTask.of(from, () -> text.getBytes(UTF_8));
    }

    private static void keepAll(WorkerTable table) {
        table.cut().keepSome(slot -> new byte[] {7}, () -> true);
    }

    private void deliver(int process) {
        WorkerTable table = process == 0 ? first : second;
        for (WorkerMessage message = toProcess.get(process).poll();
                message != null;
                message = toProcess.get(process).poll()) {
            table.arrived(message);
        }
    }

    private static List<String> queued(SavedWorkers saved, long worker) {
        List<String> texts = new ArrayList<>();
        saved.workers().stream()
                .filter(image -> image.worker() == worker)
                .forEach(image -> image.queue().forEach(queued -> texts.add(new String(queued.body(), UTF_8))));
        return texts;
    }

    @Test
    void shouldKeepAWorkerBeforeWhatComesFromOneThatHasPassedTheCut() {
        Slot sender = taken(first, 0);
        Slot receiver = taken(second, 2);
        first.send(sender, 2, task(0, "before"));
        first.cut().begin(1);
        first.cut().keepIfBehind(sender, () -> new byte[] {1});
        first.send(sender, 2, task(0, "after"));
        deliver(1);
        assertThat(second.cut().number()).as("begins with the message").isEqualTo(1);
        assertThat(second.cut().isAnyBehind()).isTrue();

        second.cut().keepIfBehind(receiver, () -> new byte[] {2});
        assertThat(receiver.poll()).isNotNull();
        assertThat(receiver.poll()).as("what was held back").isNotNull();
        assertThat(receiver.poll()).isNull();
        keepAll(second);
        assertThat(second.cut().isAnyBehind()).isFalse();
        assertThat(queued(second.cut().take(1), 2)).containsExactly("before");
    }

    @Test
    void shouldNotBeCompleteWhileAWorkerThatHasNotPassedItLeaves() {
        Slot leaving = taken(first, 0);
        assertThat(first.move(0, 1)).isTrue();
        List<Boolean> behind = new ArrayList<>();

        first.depart(leaving, () -> {
            first.cut().begin(1); // it has gone from here and has not arrived yet
            behind.add(first.cut().stands(1).behind());
            return new byte[] {1};
        });

        assertThat(behind).containsExactly(true);
        assertThat(first.cut().stands(2).behind()).isFalse();
        deliver(1);
        second.cut().begin(1);
        keepAll(second);
        assertThat(second.cut().take(1).workers())
                .extracting(WorkerImage::worker)
                .containsExactly(0L);
    }

    @Test
    void shouldNotBeCompleteWhileAWorkerThatHasNotPassedItEnds() {
        Slot ending = taken(second, 2);
        List<Boolean> behind = new ArrayList<>();
        whenSent = () -> {
            second.cut().begin(1);
            behind.add(second.cut().stands(1).behind());
        };

        second.ended(ending);

        assertThat(behind).containsExactly(true);
        assertThat(second.cut().stands(2).behind()).isFalse();
    }

    @Test
    void shouldKeepWhatComesTooLateBesideTheStates() {
        Slot sender = taken(first, 0);
        taken(second, 2);
        first.send(sender, 2, task(0, "late"));
        second.cut().begin(1);
        second.cut().keepIfBehind(Objects.requireNonNull(slot(second, 2)), () -> new byte[] {2});
        deliver(1);
        SavedWorkers saved = second.cut().take(1);
        assertThat(queued(saved, 2)).isEmpty();
        assertThat(saved.messages()).singleElement().isInstanceOf(WorkerMessage.Task.class);
    }

    @Test
    void shouldKeepWhatOneWorkerSendsLateToAnotherOfItsEngine() {
        Slot sender = taken(first, 0);
        Slot receiver = taken(first, 1);
        first.release(receiver);
        first.cut().begin(1);
        keepAll(first);
        assertThat(first.cut().isAnyBehind())
                .as("the sender's handler is under way")
                .isTrue();
        first.send(sender, 1, task(0, "late"));
        first.cut().keepIfBehind(sender, () -> new byte[] {1});
        keepAll(first);
        SavedWorkers saved = first.cut().take(1);
        assertThat(saved.workers()).hasSize(2);
        assertThat(queued(saved, 1)).isEmpty();
        assertThat(saved.messages()).hasSize(1);
    }

    @Test
    void shouldKeepWorkersThatNoThreadHasWithoutMakingThemRun() {
        Slot slot = taken(first, 0);
        first.release(slot);
        first.takeThoseThatRan();
        first.cut().begin(1);
        keepAll(first);
        assertThat(first.cut().isAnyBehind()).isFalse();
        assertThat(first.take()).isNull();
        assertThat(first.takeThoseThatRan()).isEmpty();
        assertThat(first.cut().take(1).workers()).hasSize(1);
    }

    @Test
    void shouldCountAWorkerOnceThatMovesAfterItHasPassed() {
        Slot slot = taken(first, 0);
        first.release(slot);
        first.cut().begin(1);
        assertThat(first.move(0, 1)).isTrue();
        Slot leaving = Objects.requireNonNull(first.take());
        first.depart(leaving, () -> new byte[] {1});
        deliver(1);
        keepAll(second);
        assertThat(first.cut().take(1).workers()).hasSize(1);
        assertThat(second.cut().take(1).workers()).isEmpty();
    }

    @Test
    void shouldCountAWorkerWhereItComesIfItLeftBefore() {
        Slot slot = taken(first, 0);
        first.release(slot);
        assertThat(first.move(0, 1)).isTrue();
        first.depart(Objects.requireNonNull(first.take()), () -> new byte[] {1});
        second.cut().begin(1);
        deliver(1);
        assertThat(second.cut().isAnyBehind()).isTrue();
        keepAll(second);
        assertThat(second.cut().take(1).workers()).hasSize(1);
    }

    @Test
    void shouldSayWhichWorkersHadEndedBefore() {
        Slot early = taken(first, 0);
        early.end();
        first.ended(early);
        Slot late = taken(first, 1);
        first.cut().begin(1);
        first.cut().keepIfBehind(late, () -> new byte[] {1});
        late.end();
        first.ended(late);
        SavedWorkers saved = first.cut().take(1);
        assertThat(saved.places()).containsOnlyKeys(0L);
        assertThat(saved.workers()).hasSize(1);
    }

    @Test
    void shouldSaveTwoCutsApartWhenTheSecondBeginsBeforeTheFirstIsTaken() {
        Slot receiver = taken(second, 2);
        second.release(receiver);
        second.cut().begin(1);
        second.cut().keepSome(slot -> new byte[] {1}, () -> true);
        // Process 0 has found cut 1 complete and has begun cut 2; that message comes before the news of cut 1.
        Slot sender = taken(first, 0);
        first.cut().begin(1);
        first.cut().keepIfBehind(sender, () -> new byte[] {1});
        first.cut().begin(2);
        first.cut().keepIfBehind(sender, () -> new byte[] {2});
        first.send(sender, 2, task(0, "after"));
        deliver(1);
        second.cut().keepSome(slot -> new byte[] {2}, () -> true);

        assertThat(states(second.cut().take(1))).containsExactly((byte) 1);
        assertThat(states(second.cut().take(2))).containsExactly((byte) 2);
        assertThat(states(first.cut().take(1))).containsExactly((byte) 1);
        assertThatThrownBy(() -> first.cut().take(1))
                .hasMessage("process 0: expected to have saved cut 1, found cut 2; cut 2 has begun");
    }

    @Test
    void shouldDropTheCutThatIsMeantThoughTheNextHasBegun() {
        Slot slot = taken(second, 2);
        second.release(slot);
        for (int cut = 1; cut <= 2; cut++) {
            second.cut().begin(cut);
            keepAll(second);
        }
        second.cut().drop(1);
        assertThat(second.cut().take(2).workers()).hasSize(1);
        assertThatThrownBy(() -> second.cut().take(1))
                .hasMessage("process 1: expected to have saved cut 1, found nothing saved; cut 2 has begun");
    }

    /** A worker's move may last from one cut until after the next one has begun. */
    @Test
    void shouldSaveWhatWaitsForAWorkerWithOneCutOnly() {
        Slot sender = taken(second, 2);
        Slot moving = taken(first, 0);
        first.release(moving);
        first.cut().begin(1);
        assertThat(first.move(0, 1)).isTrue();
        first.depart(Objects.requireNonNull(first.take()), () -> new byte[] {1});
        second.arrived(new WorkerMessage.Located(0, placeOf(first, 0)));
        second.send(sender, 0, task(2, "before cut 1"));
        second.cut().begin(1);
        second.cut().keepIfBehind(sender, () -> new byte[] {1});
        assertThat(second.cut().take(1).messages()).hasSize(1);

        second.cut().begin(2);
        second.cut().keepIfBehind(sender, () -> new byte[] {2});
        deliver(1);
        keepAll(second);

        SavedWorkers saved = second.cut().take(2);
        assertThat(queued(saved, 0)).containsExactly("before cut 1");
        assertThat(saved.messages()).as("it would come again").isEmpty();
    }

    /** What is sent after a worker that has left again would be missing in a cut that is complete meanwhile. */
    @Test
    void shouldGiveAWorkerWhatWaitedForItBeforeItCanLeave() {
        Slot sender = taken(second, 2);
        Slot moving = taken(first, 0);
        first.send(first.beginning(), 0, task(WorkerTask.BEGIN, "makes it run"));
        assertThat(first.move(0, 1)).isTrue();
        first.depart(moving, () -> new byte[] {1});
        second.arrived(new WorkerMessage.Located(0, placeOf(first, 0)));
        second.send(sender, 0, task(2, "waits"));
        whenRunnable = () -> {
            whenRunnable = () -> {};
            assertThat(second.move(0, 0)).isTrue();
            second.depart(Objects.requireNonNull(second.take()), () -> new byte[] {1});
        };
        deliver(1);
        assertThat(toProcess.get(0))
                .singleElement()
                .isInstanceOfSatisfying(
                        WorkerMessage.Arrival.class,
                        arrival -> assertThat(arrival.worker().queue()).hasSize(2));
    }

    @Test
    void shouldSayWhichTaskCameTwice() {
        taken(second, 2);
        first.send(taken(first, 0), 2, task(0, "once"));
        WorkerMessage once = toProcess.get(1).remove();
        second.arrived(once);
        assertThatThrownBy(() -> second.arrived(once))
                .isInstanceOfSatisfying(
                        RepeatedTaskException.class,
                        wrong -> assertThat(wrong.from("from engine 0"))
                                .hasMessage(
                                        "worker 2 expects number 1 of worker 0, found 0 again; it came from engine 0"));
    }

    /** Returns the place of a worker as its process knows it. */
    private static WorkerPlace placeOf(WorkerTable table, long worker) {
        return Objects.requireNonNull(table.placeOf(worker));
    }

    private static List<Byte> states(SavedWorkers saved) {
        return saved.workers().stream()
                .map(image -> Objects.requireNonNull(image.state())[0])
                .toList();
    }

    private static Slot slot(WorkerTable table, long worker) {
        List<Slot> found = new ArrayList<>();
        table.forEach(slot -> {
            if (slot.worker() == worker) {
                found.add(slot);
            }
        });
        return found.get(0);
    }
}
