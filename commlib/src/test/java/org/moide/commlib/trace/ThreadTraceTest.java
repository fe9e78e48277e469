package org.moide.commlib.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ThreadTraceTest {
    private static final int ROOM = 1 << 20;

    private long now;
    private final ThreadTraces traces = new ThreadTraces(() -> now);

    private List<String> taken() throws IOException {
        return TraceBytes.read(traces.take(ROOM)).stream()
                .map(event -> event.kind() + " " + event.thread() + " " + event.name() + " " + event.startNanos() + "+"
                        + event.nanos() + " " + event.peer() + " " + event.count())
                .toList();
    }

    @Test
    void shouldMakeSlicesThatNest() throws IOException {
        traces.record(true);
        ThreadTrace trace = traces.of(1);
        now = 1_000;
        trace.begins("compute");
        now = 2_000;
        trace.begins("receive");
        now = 5_000;
        trace.waited(3, 2_500);
        trace.message(false, 3, 77, 800);
        now = 6_000;
        trace.ends();
        now = 9_000;
        trace.endsAll();
        trace.ends();

        assertThat(taken())
                .containsExactly(
                        "SLICE 1 wait 2500+2500 3 0",
                        "RECEIVED 1  5000+77 3 800",
                        "SLICE 1 receive 2000+4000 -1 0",
                        "SLICE 1 compute 1000+8000 -1 0");
        assertThat(taken()).isEmpty();
    }

    @Test
    void shouldNotLetAWaitBeginBeforeWhatItIsIn() throws IOException {
        traces.record(true);
        ThreadTrace trace = traces.of(0);
        now = 1_000;
        trace.begins("receive");
        now = 2_000;
        trace.waited(1, 1_500);

        assertThat(taken()).containsExactly("SLICE 0 wait 1000+1000 1 0");
    }

    @Test
    void shouldPutManyShortTasksIntoOneSlice() throws IOException {
        traces.record(true);
        ThreadTrace trace = traces.of(0);
        for (int task = 0; task < 100; task++) {
            trace.begins(ThreadTrace.TASK);
            now += 1_000;
            trace.ends();
            trace.begins(ThreadTrace.FETCH); // too short to be recorded
            now += 500;
            trace.ends();
        }
        now += 1_000_000;
        trace.begins(ThreadTrace.TASK);
        now += 2_000_000;
        trace.ends();
        trace.begins(ThreadTrace.FETCH);
        now += 30_000;
        trace.ends();

        assertThat(taken())
                .containsExactly(
                        "SLICE 0 task 0+149500 -1 100",
                        "SLICE 0 task 1150000+2000000 -1 1",
                        "SLICE 0 fetch 3150000+30000 -1 0");
    }

    @Test
    void shouldSayNothingWhenNobodyWantsToKnow() throws IOException {
        ThreadTrace trace = traces.of(0);
        trace.begins("send");
        trace.waited(1, 10);
        trace.message(true, 1, 1, 1);
        trace.ends();
        assertThat(trace.isOn()).isFalse();
        assertThat(taken()).isEmpty();

        traces.record(true);
        trace.begins("send");
        traces.record(false);
        trace.ends();
        assertThat(taken()).isEmpty();
    }

    @Test
    void shouldDropAndCountWhatHasNoRoom() throws IOException {
        traces.record(true);
        ThreadTrace trace = traces.of(0);
        for (int slice = 0; slice < ThreadTrace.CAPACITY + 10; slice++) {
            trace.begins("send");
            now++;
            trace.ends();
        }

        assertThat(traces.takeDropped()).isEqualTo(10);
        assertThat(traces.takeDropped()).isZero();
        int all = 0;
        while (all < ThreadTrace.CAPACITY) {
            byte[] some = traces.take(1 << 12);
            assertThat(some.length).isBetween(1, 1 << 12);
            all += TraceBytes.read(some).size();
        }
        assertThat(all).isEqualTo(ThreadTrace.CAPACITY);
        trace.begins("send");
        trace.ends();
        assertThat(taken()).hasSize(1);
    }

    @Test
    void shouldTellAListenerTheSame() {
        List<String> heard = new ArrayList<>();
        traces.listen(thread -> new ThreadTrace.Listener() {
            @Override
            public void begins(int depth, String name) {
                heard.add("begins " + depth + " " + name);
            }

            @Override
            public void ends(int depth, String name, long nanos, long waitNanos, int peer) {
                heard.add("ends " + depth + " " + name + " " + nanos + " " + waitNanos + " " + peer);
            }

            @Override
            public void message(boolean sent, int engine, long bytes) {
                heard.add("message " + sent + " " + engine + " " + bytes);
            }
        });
        ThreadTrace trace = traces.of(0);
        trace.begins("compute");
        trace.begins("receive");
        trace.waited(2, 40);
        trace.message(true, 2, 7, 8);
        trace.ends();
        trace.ends();

        assertThat(heard)
                .containsExactly(
                        "begins 0 compute",
                        "begins 1 receive",
                        "message true 2 8",
                        "ends 1 receive 0 40 2",
                        "ends 0 compute 0 0 -1");
        assertThat(traces.take(ROOM)).isEmpty();
    }

    @Test
    void shouldReadNonsenseWithoutHarm() throws IOException {
        traces.record(true);
        ThreadTrace trace = traces.of(0);
        trace.begins("send");
        trace.message(true, 5, -1L >>> 1, Long.MAX_VALUE);
        now = -5;
        trace.ends();
        byte[] good = traces.take(ROOM);
        Random random = new Random(7);
        for (int round = 0; round < 10_000; round++) {
            byte[] odd = Arrays.copyOf(good, random.nextInt(good.length + 1));
            if (odd.length > 0) {
                odd[random.nextInt(odd.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(TraceBytes.read(odd).size()).isLessThanOrEqualTo(good.length);
            } catch (IOException refused) {
                assertThat(refused).isNotNull();
            }
        }
        assertThatThrownBy(() -> TraceBytes.read(new byte[] {9})).isInstanceOf(IOException.class);
    }
}
