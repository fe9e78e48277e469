package org.moide.command.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.Serializable;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.Slice;
import org.moide.coordinator.run.TestRun;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;
import org.moide.engine.Directives;
import org.moide.engine.Report;
import org.moide.engine.WorkerApplication;
import org.moide.engine.WorkerContext;
import org.moide.engine.WorkerSetup;
import org.moide.engine.control.TaskSettings;

class TracedRunTest {
    /** An application whose IDs send messages to neighbours, call a collective operation, and save their states. */
    private static final class Neighbours implements Application {
        @Override
        public void run(ComputeThread self) {
            int[] step = self.restore(() -> new int[1]);
            double[] out = new double[100];
            double[] in = new double[100];
            while (step[0] < 20) {
                int partner = self.id() ^ 1;
                self.comm().exchange(partner, 3, Slice.of(out), Slice.of(in));
                if (self.id() % 2 == 0) {
                    self.comm().send(partner, 4, Slice.of(out));
                } else {
                    self.comm().receive(partner, 4, Slice.of(in));
                }
                self.comm().remoteBarrier();
                step[0]++;
                self.checkpoint(step);
            }
        }
    }

    @Test
    void shouldTellOfEachThreadWhatItDidAndOfEachMessageBothEnds() throws Exception {
        TestRun run = TestRun.of(Neighbours::new, 1, 2, 1).with(TaskSettings.DEFAULT.traced(true));
        run.run();

        List<JsonObject> events = events(run);

        for (String name : List.of("exchange", "send", "receive", "remoteBarrier", "checkpoint", "compute")) {
            assertThat(events)
                    .as(name)
                    .anyMatch(event -> event.get("name").getAsString().equals(name));
        }
        assertThat(events.stream()
                        .filter(event -> event.get("name").getAsString().equals("compute")))
                .hasSize(4);
        // IDs 0 and 1 are on two engines, and so are 2 and 3. In each pair there are two exchanges and one send.
        assertThat(events.stream()
                        .filter(event -> event.get("ph").getAsString().equals("s")
                                && event.get("cat").getAsString().equals(TraceWriter.MESSAGE)))
                .hasSize(2 * 20 * 3);
        assertThat(events.stream()
                        .filter(event -> event.get("ph").getAsString().equals("f")
                                && event.get("cat").getAsString().equals(TraceWriter.WAITED_FOR))
                        .map(event -> event.get("pid") + "/" + event.get("tid") + " " + event.get("ts")))
                .as("somebody waited for who came last, and each wait is for one")
                .isNotEmpty()
                .doesNotHaveDuplicates();
    }

    private static List<JsonObject> events(TestRun run) throws IOException {
        StringWriter text = new StringWriter();
        TraceWriter writer = new TraceWriter(text, 0);
        for (TestRun.Traced told : run.chunks) {
            writer.add(told.engine(), told.chunk(), told.chunk().nowNanos());
        }
        writer.end(null, List.of(), 0, 0);
        return TraceCheck.events(text.toString());
    }

    /**
     * An application in which worker 0, on engine 0, asks worker 1, on engine 1, which computes for a while before it
     * answers.
     */
    private static final class Asking implements WorkerApplication<Integer, Integer, Integer> {
        @Override
        public void begin(WorkerSetup<Integer> setup) {
            setup.workers(0, 2, Directives.NONE);
            setup.send(0, 0);
        }

        @Override
        public Integer state(long worker, WorkerContext<Integer, Integer> context) {
            return 0;
        }

        @Override
        public void handle(Integer task, WorkerContext<Integer, Integer> context) {
            for (int question = 0; question < 10; question++) {
                context.become(context.state()
                        + context.ask(1, question, Integer.class).get());
            }
        }

        @Override
        public Serializable answer(Integer task, WorkerContext<Integer, Integer> context) {
            long sum = 0;
            for (int term = 0; term < 3_000_000; term++) {
                sum = 31 * sum + term;
            }
            return (int) sum;
        }

        @Override
        public Integer result(long worker, Integer state) {
            return state;
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            return left + right;
        }

        @Override
        public void handleResults(Integer result, Report report) {
            report.put("sum", result);
        }
    }

    @Test
    void shouldTellOfWorkersTasksAndForWhoseAnswersTheirHandlersWait() throws Exception {
        TestRun run = TestRun.of(Asking::new, 1, 1).workers("none").with(TaskSettings.DEFAULT.traced(true));
        run.run();
        assertThat(run.faults).isEmpty();

        List<JsonObject> events = events(run);

        assertThat(events.stream().filter(event -> isOn(0, event, "answer"))).hasSize(10);
        assertThat(events.stream()
                        .filter(event -> isOn(0, event, "wait")
                                && event.getAsJsonObject("args")
                                                .get("for engine")
                                                .getAsInt()
                                        == 1
                                && event.get("dur").getAsDouble() > 100))
                .as("waits for the other engine, among them those for answers")
                .hasSizeGreaterThanOrEqualTo(10);
        assertThat(events).anyMatch(event -> isOn(1, event, "task"));
        assertThat(events).as("worker 1 has no task at first").anyMatch(event -> isOn(1, event, "fetch"));
    }

    private static boolean isOn(int process, JsonObject event, String name) {
        return event.get("name").getAsString().equals(name) && event.get("pid").getAsInt() == process;
    }

    @Test
    void shouldTellNothingIfNobodyWantsToKnow() throws Exception {
        TestRun run = TestRun.of(Neighbours::new, 1, 1);
        run.run();

        assertThat(run.chunks).isEmpty();
    }
}
