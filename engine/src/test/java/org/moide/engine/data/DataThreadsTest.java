package org.moide.engine.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FatalErrors;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

class DataThreadsTest {
    @Test
    void shouldEndTheProcessWhenOneOfThemDies() {
        List<FatalErrors.Death> deaths = new CopyOnWriteArrayList<>();
        FatalErrors faults = new FatalErrors((where, fault) -> {});
        faults.endBy(deaths::add);
        try (DataThreads threads = new DataThreads(
                "engine-1-data",
                1,
                unreachable -> {},
                new Surroundings(
                        System::nanoTime,
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        new DaemonThreads("test", faults),
                        UnexpectedFaults::fail))) {
            threads.add(() -> {
                throw new IllegalStateException("planted");
            });
            await().until(() -> !deaths.isEmpty());
            assertThat(deaths.get(0).inWords()).contains("engine-1-data-0 died", "planted");
        }
    }
}
