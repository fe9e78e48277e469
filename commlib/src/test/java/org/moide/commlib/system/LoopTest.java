package org.moide.commlib.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that no loop of MOIDE ends unnoticed while its process lives. */
class LoopTest {
    private final List<Throwable> told = new CopyOnWriteArrayList<>();
    private final List<FatalErrors.Death> ends = new CopyOnWriteArrayList<>();
    private final List<Long> rests = new ArrayList<>();
    private final AtomicInteger rounds = new AtomicInteger();
    private final FatalErrors faults = new FatalErrors((where, fault) -> told.add(fault));

    private void live(Runnable by) throws InterruptedException {
        faults.endBy(ends::add);
        Thread thread = DaemonThreads.named("gate", by, faults);
        thread.start();
        thread.join();
    }

    private Runnable loop(int last, Loop.Round round) {
        return Loop.ofRounds(
                "gate",
                () -> rounds.get() == last,
                () -> {
                    rounds.incrementAndGet();
                    round.play();
                },
                faults,
                rests::add);
    }

    @Test
    void shouldGoOnAfterEachErrorOfOnePieceOfWork() throws InterruptedException {
        live(loop(100, () -> {
            if (rounds.get() % 20 != 0) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        }));
        assertThat(rounds).hasValue(100);
        assertThat(told).hasSize(95);
        assertThat(ends).isEmpty();
        assertThat(rests).as("milliseconds").allMatch(millis -> millis >= 10 && millis <= 1_000);
    }

    @Test
    void shouldBreakWhenItCannotGoOn() throws InterruptedException {
        live(loop(100, () -> {
            throw new IllegalStateException("the selector is closed");
        }));
        assertThat(rounds).hasValue(20);
        assertThat(ends).singleElement().satisfies(death -> {
            assertThat(death.isOfLoop()).isTrue();
            assertThat(death.inWords()).contains("thread gate died of", "the selector is closed");
        });
    }

    @Test
    void shouldGoOnWhenItIsInterruptedOrWhenFaultsCannotBeTold() throws InterruptedException {
        Runnable loop = Loop.ofRounds(
                "gate",
                () -> rounds.get() == 50,
                () -> {
                    if (rounds.incrementAndGet() % 2 == 0) {
                        throw new InterruptedException();
                    }
                    throw new StackOverflowError();
                },
                (where, fault) -> {
                    throw new OutOfMemoryError("for the line of the log");
                },
                rests::add);
        live(loop);
        assertThat(rounds).hasValue(50);
        assertThat(ends).isEmpty();
    }

    @Test
    void shouldBreakWhateverItThrowsWhenNobodyKnowsItsStateAfterwards() throws InterruptedException {
        live(Loop.lasting(() -> {
            throw new IllegalArgumentException("a defect");
        }));
        assertThat(ends).singleElement().satisfies(death -> {
            assertThat(death.isOfLoop()).isTrue();
            assertThat(death.inWords()).contains("a defect");
            assertThat(death.isOutOfMemory()).isFalse();
        });
    }

    @Test
    void shouldNotTakeThreadsThatCannotBeHadForFullMemory() {
        assertThat(new FatalErrors.Death("gate", new OutOfMemoryError("unable to create native thread: limits"))
                        .isOutOfMemory())
                .isFalse();
        assertThat(new FatalErrors.Death("gate", new OutOfMemoryError("Java heap space")).isOutOfMemory())
                .isTrue();
    }

    @Test
    void shouldEndTheProcessAlsoWhenWhatWentWrongCannotBeDescribed() throws InterruptedException {
        OutOfMemoryError silent = new OutOfMemoryError() {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                throw this;
            }
        };
        live(loop(100, () -> {
            throw silent;
        }));
        live(Loop.lasting(() -> {
            throw silent;
        }));
        assertThat(ends).hasSize(2).allMatch(FatalErrors.Death::isOfLoop);
    }
}
