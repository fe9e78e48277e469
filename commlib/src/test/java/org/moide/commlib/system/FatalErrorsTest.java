package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class FatalErrorsTest {
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<String> ends = new CopyOnWriteArrayList<>();
    private final FatalErrors faults = new FatalErrors((where, fault) -> told.add(where));

    private void die(Runnable by) throws InterruptedException {
        Thread thread = DaemonThreads.named("engine-1-control", by, faults);
        thread.start();
        thread.join();
    }

    @Test
    void shouldEndWhatCannotDoWithoutAThreadWhenItDiesOfAnError() throws InterruptedException {
        faults.endBy(death -> ends.add(death.inWords()));
        die(() -> {
            throw new OutOfMemoryError("Java heap space");
        });
        assertThat(told).containsExactly("engine-1-control");
        assertThat(ends)
                .singleElement()
                .asString()
                .contains("engine-1-control")
                .contains("OutOfMemoryError: Java heap space");
    }

    @Test
    void shouldTellTheWantOfThreadsFromThatOfMemory() {
        OutOfMemoryError none = new OutOfMemoryError("unable to create native thread: possibly out of memory");
        assertThat(FatalErrors.isOfThreads(new IllegalStateException(none))).isTrue();
        assertThat(FatalErrors.isOfThreads(new OutOfMemoryError("Java heap space")))
                .isFalse();
        FatalErrors.Death death = new FatalErrors.Death("engine-1-reports", none);
        assertThat(death.isOutOfMemory()).isFalse();
        assertThat(death.inWords()).contains("engine-1-reports died of want of another", "ulimit -u");
    }

    @Test
    void shouldOnlyTellOfAnErrorThatItsThreadSurvivesAndOfExceptions() throws InterruptedException {
        faults.endBy(death -> ends.add(death.inWords()));
        faults.onFault("gate", new StackOverflowError());
        die(() -> {
            throw new IllegalStateException("of one connection");
        });
        assertThat(told).containsExactly("gate", "engine-1-control");
        assertThat(ends).isEmpty();
    }

    @Test
    void shouldEndAtOnceWhatHadLostAThreadBeforeItWasKnownWhatWouldEnd() throws InterruptedException {
        for (String defect : List.of("the first", "the second")) {
            die(() -> {
                throw new LinkageError(defect);
            });
        }
        faults.endBy(death -> ends.add(death.inWords()));
        assertThat(ends).singleElement().asString().contains("the first");
        faults.endBy(death -> ends.add("again"));
        assertThat(ends).hasSize(1);
    }
}
