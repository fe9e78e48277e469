package org.moide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.moide.engine.Application;
import org.moide.engine.ComputeThread;

/** Engines in JVMs of their own, which stay from run to run. */
class StayingEnginesTest {
    private static final Path PROCESSES = Path.of("/proc");

    /** Says in which process engine 1 is, and does there what it is told. */
    public static final class Places implements Application {
        private static int runs;

        @Override
        public void run(ComputeThread self) throws Exception {
            int sum = self.comm().allReduce(self.id() + 1, Integer::sum);
            if (self.engine() == 1) {
                runs++;
                switch (self.arguments().words().get(0)) {
                    case "throw" -> throw new IllegalStateException("it was to throw");
                    case "leave" -> leaveAThread();
                    case "set" -> System.setProperty("org.moide.test.set", "1");
                    default -> {}
                }
                self.report().put("process", ProcessHandle.current().pid());
                self.report().put("runs", runs);
                self.report().put("sum", sum);
                self.report().put("set", System.getProperty("org.moide.test.set", "no"));
            }
        }

        private static void leaveAThread() {
            Thread left = new Thread(
                    () -> {
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException stop) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    "left behind");
            left.setDaemon(true);
            left.start();
        }
    }

    static long run(Moide moide, String deed) throws InterruptedException {
        RunResult result = moide.run(Places.class, deed);
        assertThat(result.value("sum", Integer.class)).isEqualTo(3);
        assertThat(result.value("runs", Integer.class)).isEqualTo(1);
        assertThat(result.notes()).isEmpty();
        return result.value("process", Long.class);
    }

    @Test
    void shouldKeepTheJvmsOfRunsThatEndInOrderAndNoOthers() throws Exception {
        long last;
        try (Moide moide = QuickMoide.builder().localEngines(2).threads(1).build()) {
            long first = run(moide, "nothing");
            assertThat(run(moide, "nothing")).isEqualTo(first);
            assertThat(moide.run(Places.class, "set").value("set", String.class))
                    .isEqualTo("1");
            RunResult after = moide.run(Places.class, "nothing");
            assertThat(after.value("process", Long.class)).isEqualTo(first);
            assertThat(after.value("set", String.class)).isEqualTo("no");

            RunResult leaving = moide.run(Places.class, "leave");
            assertThat(leaving.value("process", Long.class)).isEqualTo(first);
            assertThat(leaving.notes())
                    .contains("the JVM of engine-1 is not kept: the run has left thread 'left behind' in it");
            long second = run(moide, "nothing");
            assertThat(second).isNotEqualTo(first);

            assertThatThrownBy(() -> moide.run(Places.class, "throw")).isInstanceOf(RunFailedException.class);
            long third = run(moide, "nothing");
            assertThat(third).isNotEqualTo(second);

            ProcessHandle.of(third).orElseThrow().destroyForcibly();
            await().until(() -> isGone(third));
            last = run(moide, "nothing");
            assertThat(last).isNotEqualTo(third);
            for (long process : new long[] {first, second}) {
                await().until(() -> isGone(process));
            }
        }
        await().until(() -> isGone(last));
    }

    @Test
    void shouldLeaveNothingOfARunOnEitherSide() throws Exception {
        long engine;
        try (Moide moide = QuickMoide.builder().localEngines(2).threads(1).build()) {
            engine = run(moide, "nothing");
            for (int run = 0; run < 9; run++) {
                run(moide, "nothing");
            }
            long child = ProcessHandle.of(engine)
                    .flatMap(ProcessHandle::parent)
                    .orElseThrow()
                    .pid();
            Map<String, Long> before = counted(child, engine);
            for (int run = 0; run < 20; run++) {
                assertThat(run(moide, "nothing")).isEqualTo(engine);
            }
            // Some of the JDK's come and go: pools that shrink, what waits for a collection.
            counted(child, engine)
                    .forEach((what, count) -> assertThat(count).as(what).isLessThan(before.get(what) + 10));

            ProcessHandle.of(child).orElseThrow().destroyForcibly();
            await().until(() -> isGone(engine));
        }
    }

    private static Map<String, Long> counted(long child, long engine) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        for (String what : new String[] {"task", "fd"}) {
            counts.put("child " + what, count(child, what));
            counts.put("engine " + what, count(engine, what));
        }
        return counts;
    }

    private static long count(long process, String what) throws IOException {
        try (Stream<Path> all =
                Files.list(PROCESSES.resolve(Long.toString(process)).resolve(what))) {
            return all.count();
        }
    }

    /** Tells whether a process is gone; of an orphan nobody may have taken notice yet. */
    static boolean isGone(long process) throws IOException {
        Path stat = PROCESSES.resolve(Long.toString(process)).resolve("stat");
        try {
            String text = Files.readString(stat);
            return text.substring(text.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException gone) {
            return true;
        }
    }
}
