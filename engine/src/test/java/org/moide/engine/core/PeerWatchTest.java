package org.moide.engine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.moide.commlib.message.LinkSigns;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/** Tests which engines are pinged, and which are reported to the coordinator. */
class PeerWatchTest {
    private static final NodeReference SELF = node(0);

    private final PeerWatch watch = new PeerWatch(Timing.USUAL);
    private final Map<NodeReference, LinkSigns> others = new HashMap<>();
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
            others.put(node(1), new LinkSigns(came, 0));
            assertThat(after(1).pings()).isEmpty();
        }
    }

    @Test
    void shouldPingSilentLinksAndRestWhenThatIsAnswered() {
        others.put(node(1), new LinkSigns(3, 0));
        others.put(node(2), LinkSigns.NONE); // it is called
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
        others.put(node(1), LinkSigns.NONE);
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
        others.put(node(1), new LinkSigns(7, 0));
        unanswered.put(node(1), Duration.ofSeconds(30)); // it cannot be dialled, and its link holds
        after(1);
        others.put(node(1), new LinkSigns(8, 0));
        assertThat(after(6).reports()).isEmpty();
    }

    @Test
    void shouldPingNobodyOverWhoseLinkSignsCome() {
        others.put(node(1), new LinkSigns(3, 0));
        int probes = 0;
        for (int second = 0; second < 60; second++) {
            PeerWatch.Wanted wanted = after(1);
            assertThat(wanted.pings()).isEmpty();
            if (!wanted.probes().isEmpty()) {
                probes++;
                others.put(node(1), new LinkSigns(3, probes));
            }
        }
        assertThat(probes).as("one each three seconds").isBetween(15, 21);
    }

    @Test
    void shouldTellOfNobodyWhoCannotBeDialledButAnswersOverItsLink() {
        others.put(node(1), new LinkSigns(3, 0));
        after(1);
        after(6);
        watch.pinged(node(1), false, nowNanos); // a firewall lets only the other side dial
        int answers = 0;
        for (int second = 0; second < 60; second++) {
            PeerWatch.Wanted wanted = after(1);
            assertThat(wanted.reports()).isEmpty();
            if (!wanted.probes().isEmpty()) {
                answers++;
                others.put(node(1), new LinkSigns(3, answers));
            }
        }
        assertThat(answers).isPositive();
        watch.asked(new EngineCommand.Probe(4, List.of(node(1))), SELF, nowNanos);
        assertThat(after(0).probes()).containsExactly(node(1));
        watch.pinged(node(1), false, nowNanos);
        others.put(node(1), new LinkSigns(3, answers + 1));
        assertThat(after(0.1).reports())
                .as("it is reached, by the way that there is")
                .containsExactly(new EngineReport.Unreached(4, List.of()));
    }

    @Test
    void shouldTellOfOneThatIsCalledThoughOnlySignsComeOverItsLink() {
        others.put(node(1), new LinkSigns(3, 0));
        unanswered.put(node(1), Duration.ZERO);
        boolean told = false;
        for (int second = 0; second < 22; second++) {
            others.put(node(1), new LinkSigns(3, second));
            told |= !after(1).reports().isEmpty();
        }
        assertThat(told).isTrue();
        watch.asked(new EngineCommand.Probe(4, List.of(node(1))), SELF, nowNanos);
        after(0);
        watch.pinged(node(1), false, nowNanos);
        others.put(node(1), new LinkSigns(3, 99));
        assertThat(after(7).reports()).contains(new EngineReport.Unreached(4, List.of(node(1))));
    }

    @Test
    void shouldTellOfASilentLinkWhoseEngineNobodyCalls() {
        others.put(node(1), new LinkSigns(3, 0));
        int told = 0;
        for (int second = 0; second < 24; second++) {
            PeerWatch.Wanted wanted = after(1);
            told += wanted.reports().size();
            if (!wanted.pings().isEmpty()) {
                watch.pinged(node(1), false, nowNanos);
            }
        }
        assertThat(told).as("before it was missed for 20 s").isZero();
        assertThat(after(3).reports())
                .containsExactly(new EngineReport.Unreached(EngineReport.Unreached.UNASKED, List.of(node(1))));
    }

    @Test
    void shouldLookAtAllOfAThousandSilentLinksInTurn() {
        for (int engine = 1; engine < 1_000; engine++) {
            others.put(node(engine), new LinkSigns(0, 0));
        }
        after(1);
        Set<NodeReference> probed = new HashSet<>();
        Set<NodeReference> pinged = new HashSet<>();
        int probes = 0;
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long looking = 0;
        for (int second = 0; second < 300; second++) {
            long begin = threads.getCurrentThreadCpuTime();
            PeerWatch.Wanted wanted = after(1);
            looking += threads.getCurrentThreadCpuTime() - begin;
            probed.addAll(wanted.probes());
            pinged.addAll(wanted.pings());
            probes += wanted.probes().size();
            wanted.pings().forEach(node -> watch.pinged(node, true, nowNanos));
            wanted.probes()
                    .forEach(node -> others.computeIfPresent(
                            node, (same, signs) -> new LinkSigns(signs.arrivals(), signs.answers() + 1)));
        }
        System.out.println("a look at 999 silent links: " + looking / 300 / 1_000 + " us of a processor");
        assertThat(probed).hasSize(999);
        assertThat(pinged).as("all give signs").isEmpty();
        assertThat(probes).as("no more than some each second").isLessThanOrEqualTo(300 * 16);
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
