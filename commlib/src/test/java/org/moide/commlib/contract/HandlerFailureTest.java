package org.moide.commlib.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.commlib.HandlerFailedException;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.message.CommLimits;

/** Tests that a run ends when a handler throws and no thread waits for an answer. */
final class HandlerFailureTest {
    @Test
    void shouldTellTheFaultPortAndEndTheEngineWhenAHandlerOfSimpleMessagesThrows() {
        try (DirectSystem system = new DirectSystem(CommLimits.DEFAULT, UnaryOperator.identity(), 1, 1)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                if (comm.id() == 0) {
                    comm.post(1, 4, "this");
                } else {
                    comm.onMessage(4, String.class, (message, value) -> {
                        throw new IllegalStateException("no way to handle " + value);
                    });
                    comm.receive(0, 0, String.class);
                }
            });
            assertThat(thrown.get(1))
                    .isInstanceOf(RunEndedException.class)
                    .hasMessageContaining("messages with tag 4 at ID 1")
                    .hasMessageContaining("no way to handle this");
            List<Throwable> faults = system.takeFaults();
            assertThat(faults).hasSize(1);
            assertThat(faults.get(0)).hasCauseInstanceOf(HandlerFailedException.class);
        }
    }

    @Test
    void shouldEndTheEngineThatAskedWhenTheHandlerOfARequestThrowsAndNoThreadWaits() {
        try (DirectSystem system = new DirectSystem(CommLimits.DEFAULT, UnaryOperator.identity(), 1, 1)) {
            List<@Nullable Throwable> thrown = system.run(comm -> {
                if (comm.id() == 0) {
                    comm.request(1, 4, "this", String.class, answer -> {});
                    comm.receive(1, 0, String.class);
                } else {
                    comm.onRequest(4, String.class, (request, value) -> {
                        throw new IllegalStateException("no way to answer " + value);
                    });
                }
            });
            assertThat(thrown.get(0))
                    .isInstanceOf(RunEndedException.class)
                    .hasMessageContaining("the handler of answers at ID 0")
                    .hasMessageContaining("request to 1, tag 4, at ID 0")
                    .hasMessageContaining("no way to answer this");
            List<Throwable> faults = system.takeFaults();
            assertThat(faults).hasSize(1);
            assertThat(faults.get(0)).hasCauseInstanceOf(HandlerFailedException.class);
        }
    }
}
