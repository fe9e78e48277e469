package org.moide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The contract of executors in this JVM whose calls are copied, as those of engines are. */
class CopyingExecutorTest extends ExecutorContract {
    private static final Moide MOIDE =
            QuickMoide.builder().threads(2).serializeAlways().build();
    private static final Moide ONE =
            QuickMoide.builder().threads(1).serializeAlways().build();
    private static final MoideExecutor EXECUTOR = MOIDE.executor();

    @Override
    MoideExecutor shared() {
        return EXECUTOR;
    }

    @Override
    MoideExecutor own() {
        return ONE.executor();
    }

    @Override
    Moide moide() {
        return QuickMoide.builder().threads(1).serializeAlways().build();
    }

    @AfterAll
    static void close() {
        EXECUTOR.close();
        MOIDE.close();
        ONE.close();
    }

    @Test
    void shouldReplaceTheThreadOfACallThatIsDeaf() throws Exception {
        shouldReplaceTheThreadOfACallThatIsDeaf(own());
    }

    @Test
    void shouldSayThatACallOfACallHasWrittenIntoItsCopy() throws Exception {
        assertThat(notesOfNestedWrites(QuickMoide.builder().threads(1).serializeAlways()))
                .satisfiesExactly(
                        note -> assertThat(note).contains("(field fitness of " + Person.class.getName() + ")"),
                        here -> assertThat(here).isEqualTo("fitness 0"));
    }

    @Test
    void shouldSayThatACallHasWrittenIntoItsCopy() throws Exception {
        assertThat(notesOfWrites(QuickMoide.builder().threads(1).serializeAlways()))
                .satisfiesExactly(
                        note -> assertThat(note)
                                .contains("(field fitness of " + Person.class.getName() + ")")
                                .contains("let a Callable return it, or use MoideExecutor.map"),
                        note -> assertThat(note).contains("captured variable"),
                        here -> assertThat(here).isEqualTo("fitness 0"));
    }

    @Test
    void shouldRefuseInACallWhatIsTheProgramsPart() throws Exception {
        shouldRefuseInACallWhatIsTheProgramsPart(shared());
    }
}
