package org.moide.coordinator.run.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskHead;
import org.moide.balance.data.TaskLimits;
import org.moide.balance.data.WrittenObject;
import org.moide.commlib.contract.StreamCodec;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunCoreEvent.TasksCreated.Then;
import org.moide.engine.Arguments;
import org.moide.engine.TaskContext;
import org.moide.engine.compute.Voice;

/** Tests when the tasks that {@code createTasks} puts are sent to the run. */
final class TaskCreationTest {
    /** The number of the only task that has a priority. */
    private static final int SPECIAL = 77;

    private final List<RunCoreEvent.TasksCreated> created = new ArrayList<>();
    private final List<Long> released = new ArrayList<>();
    private final List<Long> awaited = new ArrayList<>();
    private long now = Duration.ofHours(1).toNanos();
    private final TaskCreation<Integer> creation = creation();

    private TaskCreation<Integer> creation() {
        return new TaskCreation<>(
                Arguments.of(),
                new StreamCodec(TaskCreationTest.class.getClassLoader()),
                new StreamCodec(TaskCreationTest.class.getClassLoader()),
                new Voice(said -> {}),
                new NoStore(),
                new Asked(),
                List.of(new byte[3]),
                false,
                new Run(),
                (Ticker) () -> now);
    }

    private int woken;

    private static final class Asked implements TaskCreation.Asked<Integer> {
        @Override
        public Serializable recompute(long id, TaskContext<Integer> context) {
            return id;
        }

        @Override
        public double priority(Integer task) {
            return task == SPECIAL ? 7.5 : Double.NaN;
        }

        @Override
        public TaskLimits limits(Integer task) {
            return task == SPECIAL - 1 ? new TaskLimits(2, true, false, false) : TaskLimits.NONE;
        }
    }

    private final class Run implements TaskCreation.Run {
        @Override
        public void created(RunCoreEvent.TasksCreated part) {
            created.add(part);
        }

        @Override
        public void awaitPhase() {
            now += Duration.ofSeconds(30).toNanos();
        }

        @Override
        public void awaitWanted(long parts) {
            awaited.add(parts);
        }

        @Override
        public void awaitUntil(BooleanSupplier condition) {
            assertThat(condition.getAsBoolean()).isTrue();
        }

        @Override
        public void wake() {
            woken++;
        }
    }

    private final class NoStore implements BagStore {
        @Override
        public boolean isLocal() {
            return true;
        }

        @Override
        public void share(String name, byte[] encoded) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        public Map<String, byte[]> takeShared() {
            return Map.of("scene", new byte[1]);
        }

        @Override
        public void write(long id, byte[] encoded) {
            throw new UnsupportedOperationException("object " + id);
        }

        @Override
        public void writeRecomputable(long id, byte[] encoded) {
            throw new UnsupportedOperationException("object " + id);
        }

        @Override
        public void declare(long id, int mostBytes) {
            throw new UnsupportedOperationException("object " + id);
        }

        @Override
        public void release(List<Long> ids) {
            released.addAll(ids);
        }

        @Override
        public boolean isReleased(long id) {
            return released.contains(id);
        }

        @Override
        public byte[] read(long id) {
            throw new UnsupportedOperationException("object " + id);
        }

        @Override
        public void publish(List<WrittenObject> objects) {
            throw new UnsupportedOperationException("objects " + objects);
        }

        @Override
        public Path file(String name) {
            throw new UnsupportedOperationException(name);
        }
    }

    private List<Integer> sizes() {
        return created.stream().map(part -> part.tasks().size()).toList();
    }

    private void put(int tasks) {
        for (int task = 0; task < tasks; task++) {
            creation.put(task);
        }
    }

    @Test
    void shouldSendABagOfFewTasksWhole() {
        put(TaskCreation.PART_TASKS - 1);
        assertThat(created).isEmpty();

        creation.close();
        assertThat(sizes()).containsExactly(TaskCreation.PART_TASKS - 1);
        assertThat(created.get(0).then()).isEqualTo(Then.END);
        assertThat(awaited).isEmpty();
    }

    @Test
    void shouldWriteAPriorityInFrontOfATaskThatHasOne() {
        put(SPECIAL + 1);
        creation.close();
        List<byte[]> tasks = created.get(0).tasks();
        assertThat(TaskHead.priorityIn(tasks.get(SPECIAL))).isEqualTo(7.5);
        assertThat(TaskHead.headBytes(tasks.get(SPECIAL))).isEqualTo(12);
        assertThat(TaskHead.limitsIn(tasks.get(SPECIAL - 1)).tries()).isEqualTo(2);
        assertThat(TaskHead.headBytes(tasks.get(SPECIAL - 2))).isZero();
    }

    @Test
    void shouldSendPartsAndWaitUntilAllButTwoOfThemWereTaken() {
        int first = TaskCreation.PART_TASKS;
        put(7 * first + 5);
        creation.close();

        assertThat(sizes()).containsExactly(first, 2 * first, 4 * first, 5);
        assertThat(created.subList(0, 3)).allMatch(part -> part.then() == Then.MORE);
        assertThat(awaited).containsExactly(-1L, 0L, 1L);
    }

    @Test
    void shouldSendAtOnceWhatIsStreamed() {
        creation.flow(); // sends an empty part, so that engines can start
        put(1);
        creation.flow();
        creation.flow();
        creation.wake();
        creation.awaitUntil(() -> woken == 1);
        creation.close();

        assertThat(sizes()).containsExactly(0, 1, 0);
        assertThat(created.subList(0, 2)).allMatch(part -> part.then() == Then.STREAM);
        assertThatThrownBy(creation::flow).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldBeginWithWhatIsThereWhenTheRestIsSlow() {
        put(3);
        now += Duration.ofSeconds(2).toNanos();
        put(1);
        assertThat(sizes()).containsExactly(4);

        put(2);
        assertThat(sizes()).containsExactly(4);
        now += Duration.ofMillis(200).toNanos();
        put(1);
        assertThat(sizes()).containsExactly(4, 3);
    }

    @Test
    void shouldNotTakeAPhaseThatWasWaitedForAsSlow() throws Exception {
        put(3);
        creation.flush();
        put(5);

        assertThat(sizes()).containsExactly(3);
        assertThat(created.get(0).then()).isEqualTo(Then.FLUSH);
    }

    @Test
    void shouldReleaseWhenTheTasksThatWerePutAreDone() throws Exception {
        creation.release(1);
        assertThat(released).as("nothing was put").containsExactly(1L);

        put(3);
        creation.release(2, 3);
        assertThat(released).as("tasks may read them").containsExactly(1L);
        creation.flush();
        assertThat(released).containsExactly(1L, 2L, 3L);

        assertThatThrownBy(() -> creation.put(7, 2, 5))
                .hasMessageContaining("task 7 reads data object 2, which was released");
        creation.close();
        assertThat(created)
                .extracting(RunCoreEvent.TasksCreated::released)
                .containsExactly(new long[] {1}, new long[] {2, 3});
    }

    /** Checks that an application cannot use IDs below 0 for its data objects, since they belong to shared objects. */
    @Test
    void shouldKnowNoObjectsBelowZero() {
        assertThatThrownBy(() -> creation.release(-1)).hasMessageContaining("from 0 on, found -1");
        assertThatThrownBy(() -> creation.read(-1, String.class)).hasMessageContaining("from 0 on, found -1");
        assertThatThrownBy(() -> creation.put(1, -1)).hasMessageContaining("from 0 on");
        assertThat(released).isEmpty();
    }

    @Test
    void shouldTellOnceWhatEnginesBeginWith() {
        put(3 * TaskCreation.PART_TASKS);

        assertThat(created).extracting(part -> part.initial().size()).containsExactly(1, 0);
        assertThat(created).extracting(part -> part.shared().size()).containsExactly(1, 0);
    }
}
