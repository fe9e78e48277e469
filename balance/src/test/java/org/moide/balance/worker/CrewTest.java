package org.moide.balance.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * Tests how a process leaves. There are three processes with five workers each. The third one, on which workers 10 to
 * 14 are, leaves. Worker 15 would begin on it after the end of worker 0.
 */
class CrewTest {
    private static final int PROCESSES = 3;
    private static final int LEAVER = 2;
    private static final WorkerRule AFTER_WORKER_0 =
            new WorkerRule(List.of(LEAVER), true, List.of(), List.of(), List.of(), List.of(0L), Map.of());

    private final Declarations declarations = new Declarations(
            List.of(
                    new Declarations.Workers(0, 3, WorkerRule.MOVES),
                    new Declarations.Workers(3, 12, WorkerRule.STAYS),
                    new Declarations.Workers(15, 1, AFTER_WORKER_0)),
            List.of(),
            false);
    private final InitialPlaces places = new InitialPlaces(declarations, List.of(1.0, 1.0, 1.0));
    private final Departure departure = new Departure(LEAVER, List.of(0, 1), List.of(1.0, 1.0));
    private final List<List<ArrayDeque<WorkerMessage>>> between = new ArrayList<>();
    private final Set<Integer> closedTo = new HashSet<>(); // processes that send nothing to the leaving one any more
    private final List<WorkerTable> tables = new ArrayList<>();
    private final List<Slot> senders = new ArrayList<>();

    CrewTest() {
        for (int process = 0; process < PROCESSES; process++) {
            between.add(IntStream.range(0, PROCESSES)
                    .mapToObj(to -> new ArrayDeque<WorkerMessage>())
                    .toList());
            tables.add(table(process));
            senders.add(new Slot(1_000 + process, WorkerRule.STAYS, new WorkerPlace(process, 0)));
        }
    }

    private WorkerTable table(int process) {
        return table(process, process == 0 ? new Directory(declarations) : null);
    }

    private WorkerTable table(int process, @Nullable Directory directory) {
        return new WorkerTable(process, declarations, places, directory, bytes -> () -> bytes, new WorkerOutlet() {
            @Override
            public boolean toProcess(int to, WorkerMessage message) {
                if (to == LEAVER && closedTo.contains(process)) {
                    return false;
                }
                between.get(process).get(to).add(message);
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

    private void deliver(int from, int to) {
        ArrayDeque<WorkerMessage> way = between.get(from).get(to);
        for (WorkerMessage message = way.poll(); message != null; message = way.poll()) {
            tables.get(to).arrived(message);
        }
    }

    /** Delivers messages between the processes until none is under way. */
    private void deliverAll() {
        while (between.stream().flatMap(List::stream).anyMatch(way -> !way.isEmpty())) {
            for (int from = 0; from < PROCESSES; from++) {
                for (int to = 0; to < PROCESSES; to++) {
                    deliver(from, to);
                }
            }
        }
    }

    /**
     * Saves all workers while they are at rest, and continues in new tables of as many processes as there are after a
     * departure.
     */
    private void dealAnew() {
        List<SavedWorkers> all =
                tables.stream().map(table -> table.save(slot -> new byte[] {1})).toList();
        List<SavedWorkers> dealt = SavedWorkers.dealt(all, places, PROCESSES);
        tables.clear();
        for (int process = 0; process < PROCESSES; process++) {
            tables.add(table(process, process == 0 ? new Directory(dealt.get(0).directory()) : null));
            tables.get(process).restore(dealt.get(process));
        }
    }

    private void send(int from, long worker) {
        WorkerTable table = tables.get(from);
        Slot sender = senders.get(from);
        table.send(sender, worker, WorkerTask.of(sender.worker(), () -> "task".getBytes(UTF_8)));
    }

    /**
     * Handles all tasks of a process's workers, as its threads would.
     *
     * @return the worker of each handled task, in order
     */
    private List<Long> handled(int process) {
        List<Long> handled = new ArrayList<>();
        WorkerTable table = tables.get(process);
        for (Slot slot = table.take(); slot != null; slot = table.take()) {
            while (!slot.isLeaving() && slot.poll() != null) {
                handled.add(slot.worker());
            }
            if (slot.isLeaving()) {
                table.depart(slot, () -> new byte[] {1});
            } else {
                table.release(slot);
            }
        }
        return handled;
    }

    private void leaves() {
        tables.forEach(table -> table.crew().leaves(LEAVER));
        tables.get(LEAVER).crew().handOver(departure);
    }

    private void sendAllAway() {
        tables.get(LEAVER).crew().sendAllAway();
        assertThat(handled(LEAVER)).isEmpty();
        deliverAll();
        assertThat(tables.get(LEAVER).crew().isEmpty()).isTrue();
    }

    private void close() {
        tables.get(0).crew().close(LEAVER);
        tables.get(1).crew().close(LEAVER);
        closedTo.addAll(List.of(0, 1));
    }

    private List<Long> untouched(int process) {
        List<Long> workers = new ArrayList<>();
        tables.get(process).forEachUntouched(slot -> workers.add(slot.worker()));
        return workers;
    }

    @Test
    void shouldDealWhatBeginsThereToThoseThatStay() {
        leaves();
        deliverAll();
        List<Long> all = new ArrayList<>(untouched(0));
        all.addAll(untouched(1));
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 16).boxed().toList());
        assertThat(untouched(0)).hasSize(untouched(1).size());
        assertThat(untouched(LEAVER)).isEmpty();
    }

    @Test
    void shouldSendWorkersAwayToWhereTheirWeightIsGreater() {
        WorkerRule rule = new WorkerRule(List.of(), true, List.of(), List.of(), List.of(), List.of(), Map.of(1, 3.0));
        leaves();
        List<Integer> targets = IntStream.range(0, 4)
                .mapToObj(worker -> tables.get(LEAVER).crew().target(rule))
                .toList();
        assertThat(targets).containsExactlyInAnyOrder(0, 1, 1, 1);
    }

    @Test
    void shouldFindAWorkerThatHadATaskThere() {
        send(0, 10);
        deliverAll();
        leaves();
        deliverAll();
        send(1, 10);
        deliverAll();
        assertThat(tables.get(LEAVER).workers())
                .as("still there, and with both tasks")
                .isEqualTo(1);
        sendAllAway();
        List<Long> handled = new ArrayList<>(handled(0));
        handled.addAll(handled(1));
        assertThat(handled).containsExactly(10L, 10L);
    }

    @Test
    void shouldAskTheDirectoryForWhatWasThere() {
        send(0, 10);
        send(1, 10);
        deliverAll();
        leaves();
        deliverAll();
        sendAllAway();
        handled(0);
        handled(1);
        close();
        for (int from = 0; from < 2; from++) {
            for (long worker = 10; worker < 15; worker++) {
                send(from, worker);
            }
        }
        deliverAll();
        List<Long> handled = new ArrayList<>(handled(0));
        handled.addAll(handled(1));
        assertThat(handled).containsExactlyInAnyOrder(10L, 10L, 11L, 11L, 12L, 12L, 13L, 13L, 14L, 14L);
    }

    @Test
    void shouldSendATaskElsewhereThatFindsThePlaceClosed() {
        send(1, 10);
        deliverAll();
        leaves();
        deliverAll();
        sendAllAway();
        closedTo.addAll(List.of(0, 1)); // its sending had begun, and ends after that
        tables.get(0).crew().close(LEAVER);
        tables.get(1).crew().close(LEAVER);
        send(1, 10);
        deliverAll();
        List<Long> handled = new ArrayList<>(handled(0));
        handled.addAll(handled(1));
        assertThat(handled).containsExactly(10L, 10L);
    }

    @Test
    void shouldKeepAWorkerThatWasAboutToMoveThere() {
        send(1, 1);
        deliverAll();
        int at = IntStream.range(0, PROCESSES)
                .filter(process -> tables.get(process).workers() > 0)
                .findFirst()
                .orElseThrow();
        WorkerTable table = tables.get(at);
        Slot slot = Objects.requireNonNull(table.take());
        assertThat(table.move(1, LEAVER)).isTrue();
        table.crew().leaves(LEAVER);
        assertThat(table.depart(slot, () -> new byte[] {1})).isNull();
        assertThat(table.move(1, LEAVER)).as("it is on its way out").isFalse();
        assertThat(table.crew().isNobodyUnderWayTo(LEAVER)).isTrue();
        assertThat(handled(at)).containsExactly(1L);
    }

    @Test
    void shouldCountAWorkerThatIsJustSentThere() {
        send(1, 1);
        deliverAll();
        WorkerTable table = tables.get(0);
        assertThat(table.workers()).isEqualTo(1);
        Slot slot = Objects.requireNonNull(table.take());
        assertThat(table.move(1, LEAVER)).isTrue();
        table.depart(slot, () -> {
            table.crew().leaves(LEAVER);
            assertThat(table.crew().isNobodyUnderWayTo(LEAVER)).isFalse();
            return new byte[] {1};
        });
        assertThat(table.crew().isNobodyUnderWayTo(LEAVER)).isTrue();
    }

    @Test
    void shouldBeginAWorkerElsewhereThatIsStartedThere() {
        WorkerTable table = tables.get(1);
        table.crew().leaves(LEAVER);
        table.start(table.beginning(), 100, WorkerRule.STAYS, LEAVER);
        assertThat(table.workers()).isEqualTo(1);
        assertThat(between.get(1).get(LEAVER)).isEmpty();
    }

    @Test
    void shouldFindAWorkerThatWasStartedThereAndDealtAnewSince() {
        tables.get(1).start(tables.get(1).beginning(), 100, afterWorker0(LEAVER), LEAVER);
        send(0, 0);
        deliverAll();
        dealAnew();
        leaves();
        deliverAll();
        endWorker0(); // worker 100 may begin
        send(1, 100);
        deliverAll();
        sendAllAway();
        List<Long> handled = new ArrayList<>(handled(0));
        handled.addAll(handled(1));
        assertThat(handled).containsExactly(100L);
    }

    private void endWorker0() {
        Slot ending = Objects.requireNonNull(tables.get(0).take());
        ending.poll();
        ending.end();
        tables.get(0).ended(ending);
    }

    private static WorkerRule afterWorker0(int startOn) {
        return new WorkerRule(List.of(startOn), true, List.of(), List.of(), List.of(), List.of(0L), Map.of());
    }

    @Test
    void shouldBeginAWorkerThatMayBeginBeforeItHasComeFromWhoStartedIt() {
        send(0, 0);
        endWorker0();
        tables.get(1).start(tables.get(1).beginning(), 100, afterWorker0(LEAVER), LEAVER);
        deliver(1, 0);
        deliver(0, LEAVER); // the permission to begin, while the worker is on its way
        send(0, 100);
        deliverAll();
        assertThat(handled(LEAVER)).containsExactly(100L);
    }

    @Test
    void shouldBeginAWorkerThatMayBeginBeforeItHasComeFromTheLeaver() {
        tables.get(LEAVER).start(tables.get(LEAVER).beginning(), 111, afterWorker0(LEAVER), LEAVER);
        send(0, 0);
        send(0, 10);
        deliverAll();
        leaves();
        deliverAll();
        tables.get(LEAVER).crew().sendAllAway();
        assertThat(handled(LEAVER)).isEmpty();
        deliver(LEAVER, 0); // worker 10, and that worker 111 is on its way to process 1
        endWorker0();
        deliver(0, 1); // the permission to begin
        assertThat(tables.get(1).crew().isEmpty()).as("it waits for the worker").isFalse();
        deliverAll();
        send(0, 111);
        deliverAll();
        List<Long> handled = new ArrayList<>(handled(0));
        handled.addAll(handled(1));
        assertThat(handled).containsExactlyInAnyOrder(10L, 111L);
    }

    @Test
    void shouldSendTheWordThatAWorkerMayBeginAfterIt() {
        send(1, 15);
        send(0, 0);
        deliverAll();
        leaves();
        endWorker0(); // worker 15 may begin, whose place is believed to be the leaving process
        tables.get(LEAVER).crew().sendAllAway();
        handled(LEAVER);
        deliverAll();
        List<Long> handled = new ArrayList<>(handled(0));
        handled.addAll(handled(1));
        assertThat(handled).containsExactly(15L);
        assertThat(tables.get(LEAVER).crew().isEmpty()).isTrue();
    }
}
