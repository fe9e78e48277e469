package org.moide.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.moide.test.planted.BothReceive;
import org.moide.test.planted.ForgottenState;
import org.moide.test.planted.WrongBarrier;

/** Tests how JUnit runs methods with the annotation. */
class ClusterExtensionTest {
    /** Example tests, which the tests of the outer class run. */
    static class Examples {
        @SimulatedCluster(application = WrongBarrier.class, engines = 2, threads = 1, seeds = 3)
        void right(TestInfo info, SimulatedOutcome outcome) {
            assertThat(info.getDisplayName()).isNotEmpty();
            assertThat(outcome.result("sum")).isEqualTo(3L);
        }

        @SimulatedCluster(application = WrongBarrier.class, engines = 2, threads = 1, seeds = 1)
        void wrong(SimulatedOutcome outcome) {
            assertThat(outcome.result("product")).isEqualTo(3L);
        }

        @SimulatedCluster(
                application = ForgottenState.class,
                arguments = "--flaw",
                engines = 3,
                threads = 1,
                kills = 1,
                seed = "1/3x1/0")
        void again(SimulatedOutcome outcome) {
            assertThat(outcome.result("sum")).isEqualTo(66L);
        }

        @SimulatedCluster(application = BothReceive.class, arguments = "--flaw", engines = 2, threads = 1, seeds = 1)
        void stuck() {}

        @SimulatedCluster(application = BothReceive.class, engines = 1, kills = 1)
        void impossible() {}

        @SimulatedCluster(application = BothReceive.class, seed = "17/what")
        void unreadable() {}
    }

    @Test
    void shouldPassWhenEachSeedIsRight() {
        assertThat(failuresOf("right", TestInfo.class.getName() + ", " + SimulatedOutcome.class.getName()))
                .isEmpty();
    }

    @Test
    void shouldNameWhatThereIsWhenAResultIsNot() {
        assertThat(failuresOf("wrong", SimulatedOutcome.class.getName()))
                .singleElement()
                .asString()
                .contains("WrongBarrier goes wrong with seed 1: expected a result 'product' in the report, found [sum]")
                .contains("1 engine of 1 thread, and nothing that happens to them")
                .contains("-Dmoide.seed=1/1x1/- plays that again");
    }

    @Test
    void shouldTellOneRunAsALogWhenItIsPlayedAgain() {
        assertThat(failuresOf("again", SimulatedOutcome.class.getName()))
                .singleElement()
                .asString()
                .contains("! engine 2 is killed")
                .contains("the user reads: engine-2 on host-2 was lost")
                .contains("ForgottenState goes wrong with seed 1/3x1/0: ")
                .contains("expected: 66L");
    }

    @Test
    void shouldNameWhoWaitsForWhatWhenARunComesToRest() {
        assertThat(failuresOf("stuck", ""))
                .singleElement()
                .asString()
                .contains("ID 0 waits in receive from 1, tag 1 (BothReceive.java:")
                .contains("ID 1 waits in receive from 0, tag 1 (BothReceive.java:");
    }

    @Test
    void shouldSayWhatIsExpectedWhenTheAnnotationIsWrong() {
        assertThat(failuresOf("impossible", "")).singleElement().asString().contains("at least 2 engines");
        assertThat(failuresOf("unreadable", ""))
                .singleElement()
                .asString()
                .contains(
                        "expected a seed such as 17, or what a failed test said, such as 17/2x1/0.2, found '17/what'");
    }

    private static List<Throwable> failuresOf(String method, String parameters) {
        return failuresOf(Examples.class, method, parameters);
    }

    /** Runs one method as a test, and returns its failure if it fails. */
    static List<Throwable> failuresOf(Class<?> examples, String method, String parameters) {
        List<Throwable> failures = new ArrayList<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(examples.getName(), method, parameters))
                .build();
        List<String> run = new ArrayList<>();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    run.add(test.getDisplayName());
                    result.getThrowable().ifPresent(failures::add);
                }
            }
        });
        assertThat(run).hasSize(1);
        return failures;
    }
}
