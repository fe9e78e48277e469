package org.moide.coordinator.run;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/**
 * Twenty steps in which neighbours exchange numbers and all agree on a sum: any step that is lost or doubled shows.
 * Beside that its threads talk, do tasks together and say lines.
 */
final class SimulatedSpmd implements Application {
    private static final int STEPS = 20;
    private static final int STEPS_OF_CHECKPOINT = 6;
    private static final int STEPS_OF_TASKS = 9;
    private static final int TASKS_OF_EACH = 3;
    private static final int TAG = 7;

    private final SimNode node;

    /** A thread's state: its step, and a number in which all that came before has a part. */
    record State(int step, long value) implements Serializable {
        private static final long serialVersionUID = 1L;

        private State next(long neighbours, long sum) {
            return new State(step + 1, value * 31 + neighbours * 17 + sum);
        }
    }

    SimulatedSpmd(SimNode node) {
        this.node = node;
    }

    /** What the result must be, with so many IDs. */
    static long expected(int count) {
        State[] states = new State[count];
        Arrays.setAll(states, id -> new State(0, id + 1L));
        for (int step = 0; step < STEPS; step++) {
            State[] before = states.clone();
            long sum = 0;
            for (int id = 0; id < count; id++) {
                sum += before[id].value() ^ before[left(id, count)].value();
            }
            long agreed = sum;
            Arrays.setAll(states, id -> before[id].next(before[left(id, count)].value(), agreed));
        }
        return Arrays.stream(states).mapToLong(State::value).sum();
    }

    /** What must be said, each line once. */
    static List<String> lines(int count) {
        return IntStream.range(0, count)
                .boxed()
                .flatMap(id -> IntStream.range(0, STEPS).mapToObj(step -> line(id, step)))
                .toList();
    }

    private static String line(int id, int step) {
        return "ID " + id + " begins step " + step;
    }

    private static int left(int id, int count) {
        return (id + count - 1) % count;
    }

    @Override
    public void run(ComputeThread self) throws Exception {
        CommLib comm = self.comm();
        int id = self.id();
        int count = self.count();
        SimulatedTalk talk = new SimulatedTalk(comm);
        State state = self.restore(() -> new State(0, id + 1L));
        while (state.step() < STEPS) {
            self.report().print(line(id, state.step()));
            node.compute(Duration.ofMillis(20));
            talk.step(state.step());
            if (state.step() % STEPS_OF_TASKS == 4) {
                doTasks(self, state.step());
            }
            long[] theirs = {state.value()};
            if (count > 1) {
                comm.send((id + 1) % count, TAG, new long[] {state.value()});
                comm.receive(left(id, count), TAG, theirs);
            }
            long sum = comm.allReduce(state.value() ^ theirs[0], Reduction.SUM);
            state = state.next(theirs[0], sum);
            if (state.step() % STEPS_OF_CHECKPOINT == 0) {
                self.checkpoint(state);
            }
        }
        talk.end(STEPS);
        long total = comm.allReduce(state.value(), Reduction.SUM);
        if (id == 0) {
            self.report().put("total", total);
        }
    }

    /** Each puts some, whoever has time does them: all are done, each once. */
    private void doTasks(ComputeThread self, int step) {
        for (int task = 0; task < TASKS_OF_EACH; task++) {
            self.putTask(1L << (self.id() * TASKS_OF_EACH + task));
        }
        long[] done = {0, 0};
        for (Serializable task = self.getTask(); task != null; task = self.getTask()) {
            node.compute(Duration.ofMillis(5));
            done[0]++;
            done[1] += (Long) task;
        }
        self.comm().allReduce(Slice.of(done), Reduction.SUM);
        int all = TASKS_OF_EACH * self.count();
        if (done[0] != all || done[1] != (1L << all) - 1) {
            throw new IllegalStateException("expected " + all + " tasks to be done in step " + step + ", found "
                    + done[0] + ": " + Long.toBinaryString(done[1]));
        }
    }
}
