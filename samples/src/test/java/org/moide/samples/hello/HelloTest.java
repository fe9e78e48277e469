package org.moide.samples.hello;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.moide.commlib.CommLib;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.samples.SequentialRunner.Said;

class HelloTest {
    /**
     * Returns the thread that an engine would pass to the sample hello. It answers only the calls that hello makes. The
     * IDs run one after the other, and ID 0 is the last.
     */
    private static ComputeThread thread(int id, int count, Deque<String> sent, Said said) {
        CommLib comm = (CommLib) Proxy.newProxyInstance(
                HelloTest.class.getClassLoader(),
                new Class<?>[] {CommLib.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "send" -> sent.add((String) arguments[2]);
                    case "receive" -> sent.remove();
                    default -> throw new UnsupportedOperationException(method.toString());
                });
        return (ComputeThread) Proxy.newProxyInstance(
                HelloTest.class.getClassLoader(),
                new Class<?>[] {ComputeThread.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "id" -> id;
                    case "count" -> count;
                    case "engine" -> id / 2;
                    case "threadIndex" -> id % 2;
                    case "threadCount" -> 2;
                    case "arguments" -> Arguments.of();
                    case "comm" -> comm;
                    case "report" -> said;
                    default -> throw new UnsupportedOperationException(method.toString());
                });
    }

    @Test
    void shouldPrintALineForEveryThread() throws Exception {
        Deque<String> sent = new ArrayDeque<>();
        Said said = new Said();
        for (int id : new int[] {1, 2, 3, 0}) {
            new Hello().run(thread(id, 4, sent, said));
        }
        assertThat(said.lines).hasSize(4);
        for (int id = 0; id < 4; id++) {
            assertThat(said.lines.get(id))
                    .startsWith(
                            "hello from ID " + id + " of 4: engine " + id / 2 + ", thread " + id % 2 + " of 2, host ")
                    .endsWith("process " + ProcessHandle.current().pid());
        }
        assertThat(said.results).isEmpty();
    }
}
