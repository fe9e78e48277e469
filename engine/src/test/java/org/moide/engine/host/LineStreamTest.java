package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineStreamTest {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final LineStream stream = LineStream.ofText(lines::add);
    private final PrintStream out = stream.asPrintStream();

    @Test
    void shouldKeepWhatOneThreadPrintsInPiecesApartFromWhatOthersPrint() throws InterruptedException {
        out.print("one ");
        Thread other = new Thread(() -> {
            out.print("another ");
            out.println("thread");
        });
        other.start();
        other.join();
        out.print("thread\r\nand more");
        assertThat(lines).containsExactly("another thread", "one thread");
        stream.finish();
        assertThat(lines).containsExactly("another thread", "one thread", "and more");
    }

    @Test
    void shouldNotKeepLinesOfVeryManyThreads() throws InterruptedException {
        for (int number = 0; number < 1_002; number++) {
            int told = number;
            Thread begins = new Thread(() -> out.print(told));
            begins.start();
            begins.join();
        }
        assertThat(lines).as("the oldest that are not ended").containsExactly("0", "1");
    }
}
