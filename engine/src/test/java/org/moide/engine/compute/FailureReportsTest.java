package org.moide.engine.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.commlib.RunEndedException;
import org.moide.engine.control.EngineReport;

/** Tests the reports of an application's exceptions, whose own methods may do anything when they are called. */
class FailureReportsTest {
    private static final String WHERE = "engine-1-compute-0 on host";

    private final CountDownLatch over = new CountDownLatch(1);

    /** An exception whose methods all run the same code. */
    private static final class Unwilling extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Runnable deed;

        Unwilling(Runnable deed) {
            this.deed = deed;
        }

        @Override
        public String toString() {
            deed.run();
            return super.toString();
        }

        @Override
        public String getMessage() {
            deed.run();
            return "";
        }

        @Override
        public synchronized @Nullable Throwable getCause() {
            deed.run();
            return null;
        }
    }

    /** Blocks until the test is over, or for at most as long as the latch allows. */
    private void hang() {
        try {
            over.await();
        } catch (InterruptedException late) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void letGo() {
        over.countDown();
    }

    @Test
    @Tag("jdk")
    void shouldNameTheClassWhenTheMethodsOfAnExceptionThrow() {
        Throwable thrown = new Unwilling(() -> {
            throw new StackOverflowError();
        });
        EngineReport.Failed failure = FailureReports.describe(WHERE, thrown);
        assertThat(failure.where()).isEqualTo(WHERE);
        assertThat(failure.headline()).contains(Unwilling.class.getName()).contains("StackOverflowError");
        assertThat(failure.trace()).isNotEmpty();
        assertThat(FailureReports.isCausedBy(thrown, RunEndedException.class)).isFalse();
    }

    @Test
    void shouldNameTheClassWhenTheMethodsOfAnExceptionDoNotReturn() {
        Throwable thrown = new Unwilling(this::hang);
        EngineReport.Failed failure = FailureReports.describe(WHERE, thrown);
        assertThat(failure.headline()).contains(Unwilling.class.getName()).contains("did not return");
        assertThat(failure.trace()).isNotEmpty();
        assertThat(FailureReports.isCausedBy(thrown, RunEndedException.class)).isFalse();
    }

    @Test
    void shouldNotWaitForAnApplicationsCauseOfAnExceptionOfTheJdk() {
        Throwable cause = new Unwilling(this::hang);
        Throwable caused = new IllegalStateException("outer").initCause(cause);
        Throwable suppressing = new IllegalStateException("outer");
        suppressing.addSuppressed(cause);
        assertThat(FailureReports.describe(WHERE, caused).headline()).contains("did not return");
        assertThat(FailureReports.describe(WHERE, suppressing).headline()).contains("did not return");
    }

    @Test
    @Tag("jdk")
    void shouldLeaveAnInterruptToWhoeverWaitsNextWhenItDescribes() {
        Thread.currentThread().interrupt();
        EngineReport.Failed failure = FailureReports.describe(WHERE, new IllegalStateException("no"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.headline()).isEqualTo("java.lang.IllegalStateException: no");
        assertThat(failure.trace()).contains("FailureReportsTest");
    }
}
