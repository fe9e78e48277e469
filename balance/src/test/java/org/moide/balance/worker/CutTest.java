package org.moide.balance.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
            public void runnable() {}

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
        assertThat(queued(second.cut().take(), 2)).containsExactly("before");
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
        assertThat(second.cut().take().workers())
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
        SavedWorkers saved = second.cut().take();
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
        SavedWorkers saved = first.cut().take();
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
        assertThat(first.cut().take().workers()).hasSize(1);
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
        assertThat(first.cut().take().workers()).hasSize(1);
        assertThat(second.cut().take().workers()).isEmpty();
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
        assertThat(second.cut().take().workers()).hasSize(1);
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
        SavedWorkers saved = first.cut().take();
        assertThat(saved.places()).containsOnlyKeys(0L);
        assertThat(saved.workers()).hasSize(1);
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
