package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/** Tests which engines are pinged, and which are reported to the coordinator. */
class PeerWatchTest {
    private static final NodeReference SELF = node(0);

    private final PeerWatch watch = new PeerWatch(Timing.USUAL);
    private final Map<NodeReference, Long> others = new HashMap<>();
    private final Map<NodeReference, Duration> unanswered = new HashMap<>();
    private long nowNanos = -5_000_000_000L;

    private static NodeReference node(int engine) {
        return new NodeReference("engine-" + engine, List.of("10.0.0." + engine), 7200);
    }

    private PeerWatch.Wanted after(double seconds) {
        nowNanos += Math.round(seconds * 1e9);
        unanswered.replaceAll((node, since) -> since.plusNanos(Math.round(seconds * 1e9)));
        return watch.look(others, unanswered, nowNanos);
    }

    private void fails(int engine) {
        watch.pinged(node(engine), false, nowNanos);
        unanswered.putIfAbsent(node(engine), Duration.ofSeconds(1));
    }

    @Test
    void shouldPingNobodyFromWhomSomethingComes() {
        for (long came = 0; came < 20; came++) {
            others.put(node(1), came);
            assertThat(after(1).pings()).isEmpty();
        }
    }

    @Test
    void shouldPingSilentLinksAndRestWhenThatIsAnswered() {
        others.put(node(1), 3L);
        others.put(node(2), -1L); // an engine without a link that is being called
        for (int second = 0; second < 5; second++) {
            assertThat(after(1).pings()).isEmpty();
        }
        assertThat(after(1).pings()).containsExactly(node(1));
        assertThat(after(1).pings()).as("it is under way").isEmpty();
        watch.pinged(node(1), true, nowNanos);
        assertThat(after(4).pings()).isEmpty();
        assertThat(after(1).pings()).containsExactly(node(1));
    }

    @Test
    void shouldPingWhoDoesNotAnswerAndTellOfItAfterTwentySeconds() {
        others.put(node(1), -1L);
        unanswered.put(node(1), Duration.ZERO);
        for (int second = 1; second < 20; second++) {
            PeerWatch.Wanted wanted = after(1);
            assertThat(wanted.pings()).containsExactly(node(1));
            assertThat(wanted.reports()).isEmpty();
            fails(1);
        }
        assertThat(after(1).reports())
                .containsExactly(new EngineReport.Unreached(EngineReport.Unreached.UNASKED, List.of(node(1))));
        assertThat(after(1).reports()).as("again only after a while").isEmpty();
        assertThat(after(10).reports()).hasSize(1);
    }

    @Test
    void shouldTellOfNobodyFromWhomSomethingComes() {
        others.put(node(1), 7L);
        unanswered.put(node(1), Duration.ofSeconds(30)); // the engine cannot be called any more, but its link is alive
        after(1);
        others.put(node(1), 8L);
        assertThat(after(6).reports()).isEmpty();
    }

    @Test
    void shouldAnswerAnInquiryAtOnceWhenAllAreReached() {
        watch.asked(new EngineCommand.Probe(4, List.of(SELF, node(1), node(2))), SELF, nowNanos);
        assertThat(after(0).pings()).containsExactly(node(1), node(2));
        watch.pinged(node(2), true, nowNanos);
        assertThat(after(0.1).reports()).isEmpty();
        watch.pinged(node(1), true, nowNanos);
        assertThat(after(0.1).reports()).containsExactly(new EngineReport.Unreached(4, List.of()));
        assertThat(after(9).reports()).isEmpty();
    }

    @Test
    void shouldTryAgainBeforeItSaysThatAnEngineIsNotReached() {
        watch.asked(new EngineCommand.Probe(4, List.of(node(1), node(2))), SELF, nowNanos);
        assertThat(after(0).pings()).containsExactly(node(1), node(2));
        nowNanos += 3_000_000_000L;
        watch.pinged(node(1), false, nowNanos);
        watch.pinged(node(2), false, nowNanos);
        assertThat(after(0).pings()).as("at once").isEmpty();
        assertThat(after(0.5).pings()).containsExactly(node(1), node(2));
        watch.pinged(node(2), true, nowNanos);
        assertThat(after(1).reports()).isEmpty();

        assertThat(after(3).reports()).containsExactly(new EngineReport.Unreached(4, List.of(node(1))));
    }

    @Test
    void shouldNotNameAnEngineThatItDidNotTry() {
        watch.asked(new EngineCommand.Probe(4, List.of(node(1))), SELF, nowNanos);
        assertThat(after(0).pings()).hasSize(1);
        watch.notPinged(node(1)); // there was no thread for the ping

        assertThat(after(7).reports()).containsExactly(new EngineReport.Unreached(4, List.of()));
    }
}
