package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that every engine can communicate with every other engine: the numbers of connections and threads stay within
 * their limits, and no connection is refused.
 */
@Timeout(600)
class AllToAllStoryTest {
    /**
     * The greatest number of open ends of connections for each other engine: in each direction two connections for data
     * and one for control, with two ends each.
     */
    private static final int CONNECTIONS_PER_PEER = 6;

    /**
     * The greatest number of files that an engine has open without connections to others: jars, pipes, and files that
     * threads of the JVM and of MOIDE have open.
     */
    private static final int OWN_FILES = 80;

    private static final int OWN_THREADS = 60;

    @TempDir
    Path home;

    @Test
    void shouldStayWithinItsBoundsWhenAllEnginesTalkToAll() throws IOException {
        int engines = Integer.getInteger("moide.tier", 0) >= 1 ? 32 : 4;
        OwnApplication application = OwnApplication.compile(home, "own.AllToAll", """
                package own;
                import java.io.File;
                import org.moide.commlib.*;
                import org.moide.engine.*;
                public final class AllToAll implements Application {
                    public void run(ComputeThread self) {
                        CommLib comm = self.comm();
                        int n = self.count();
                        long sum = 0;
                        for (int round = 0; round < 3; round++) {
                            for (int step = 1; step < n; step++) {
                                int to = (self.id() + step) % n;
                                int from = (self.id() + n - step) % n;
                                comm.send(to, step, new int[] {self.id()});
                                int[] got = new int[1];
                                comm.receive(from, step, got);
                                sum += got[0];
                                if (got[0] != from) {
                                    throw new IllegalStateException("expected " + from + ", found " + got[0]);
                                }
                            }
                        }
                        long files = comm.allReduce((long) new File("/proc/self/fd").list().length, Reduction.MAXIMUM);
                        long threads = comm.allReduce((long) new File("/proc/self/task").list().length, Reduction.MAXIMUM);
                        long all = comm.allReduce(sum, Reduction.SUM);
                        if (self.id() == 0) {
                            self.report().put("files", files);
                            self.report().put("threads", threads);
                            self.report().put("sum", all);
                        }
                    }
                }
                """);
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                Integer.toString(engines),
                "--threads",
                "1",
                "--jvm-arg=-XX:TieredStopAtLevel=1",
                "--jvm-arg=-XX:+UseSerialGC",
                "--report",
                "run.json",
                "--classpath",
                application.classes().toString(),
                "own.AllToAll")) {
            run.awaitSuccess();
            assertThat(run.err()).noneMatch(line -> line.contains("refused"));
        }
        JsonObject result = Json.read(home.resolve("run.json")).getAsJsonObject("result");
        long ids = (long) engines * (engines - 1) / 2;
        assertThat(result.get("sum").getAsLong()).isEqualTo(3L * (engines - 1) * ids);
        int peers = engines - 1;
        assertThat(result.get("files").getAsInt()).isLessThanOrEqualTo(OWN_FILES + CONNECTIONS_PER_PEER * peers);
        assertThat(result.get("threads").getAsInt()).isLessThanOrEqualTo(OWN_THREADS + CONNECTIONS_PER_PEER * peers);
    }
}
