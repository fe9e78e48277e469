package org.moide.coordinator.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.host.EngineOrder;
import org.moide.engine.host.RunOwner;
import org.moide.engine.host.RunView;

/** Tests how many processors a run uses on hosts that other runs use, and the notes for the user about it. */
class FreeProcessorsTest {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    private static Candidate host(String name, int processors, HostedRun... runs) {
        return new Candidate(name + ":7100", name, "m-" + name, processors, 10.0 * processors, 1, 1L << 34, 0)
                .with(List.of(runs));
    }

    private static HostedRun run(String id, int threads) {
        return new HostedRun(id, 1, threads, new RunOwner("anna", "laptop"), NOON);
    }

    /** What a run gets on these hosts: its engines, and its notes for the user. */
    private static final class Taken {
        private final List<Assignment> engines;
        private final List<String> notes;

        Taken(@Nullable Candidate own, int engines, int threads, boolean overcommit, Candidate... others) {
            this.engines = Selection.select(own, List.of(others), engines, threads, 0, Topology.NONE, overcommit);
            List<Candidate> all = own == null
                    ? List.of(others)
                    : Stream.concat(Stream.of(own), Stream.of(others)).toList();
            this.notes = FreeProcessors.of(all, threads, overcommit).notes(all, this.engines);
        }
    }

    private static Taken take(Candidate... others) {
        return new Taken(null, 0, 0, false, others);
    }

    @Test
    void shouldTakeWhatIsFreeAndSayWhoHasTheRest() {
        Taken taken = take(host("node2", 14, run("62ru", 7)));

        assertThat(taken.engines).extracting(Assignment::threads).containsExactly(7);
        assertThat(taken.engines.get(0).performance()).isCloseTo(70, within(1e-9));
        assertThat(taken.notes)
                .containsExactly(
                        "node2: run 62ru of anna@laptop has 7 of its 14 processors; this run takes the other 7");
    }

    @Test
    void shouldSayNothingOfHostsThatNobodyElseUses() {
        Taken taken = take(host("a", 4), host("b", 2));

        assertThat(taken.engines).extracting(Assignment::threads).containsExactly(4, 2);
        assertThat(taken.notes).isEmpty();
    }

    @Test
    void shouldGoOnWithoutHostsThatOthersHaveWhereOthersAreFree() {
        Candidate full = host("full", 100, run("62ru", 100));
        Taken taken = take(full, host("free", 2));

        assertThat(taken.engines)
                .extracting(engine -> engine.candidate().host())
                .containsExactly("free");
        assertThat(taken.notes)
                .containsExactly("full: run 62ru of anna@laptop has all 100 of its processors; this run goes on without"
                        + " that host (--overcommit takes it too)");
    }

    @Test
    void shouldHaveAsManyEnginesAsTheUserSaysThoughOneHasNoFreeProcessor() {
        Candidate full = host("full", 100, run("62ru", 100));
        Taken taken = new Taken(null, 2, 0, false, full, host("free", 2));

        assertThat(taken.engines)
                .extracting(engine -> engine.candidate().host() + " " + engine.threads())
                .containsExactly("free 2", "full 1");
        assertThat(taken.notes)
                .containsExactly(
                        "full: run 62ru of anna@laptop has all 100 of its processors; this run has 1 thread there"
                                + " all the same");
    }

    @Test
    void shouldTakeAllWhereNoneIsFreeOnAnyHostAndSayThatToo() {
        Taken taken = take(host("a", 14, run("62ru", 14)), host("b", 1, run("7xk", 1)));

        assertThat(taken.engines).extracting(Assignment::threads).containsExactly(14, 1);
        assertThat(taken.engines.get(0).performance()).as("half of it").isCloseTo(70, within(1e-9));
        assertThat(taken.notes)
                .containsExactly(
                        "a: run 62ru of anna@laptop has all 14 of its processors; this run has 14 threads there all the"
                                + " same, since no host has a processor that is free",
                        "b: run 7xk of anna@laptop has its only processor; this run has 1 thread there all the same, since"
                                + " no host has a processor that is free");
    }

    @Test
    void shouldTakeAllWhenItIsToldTo() {
        Taken taken = new Taken(null, 0, 0, true, host("a", 14, run("62ru", 7)), host("b", 4, run("62ru", 4)));

        assertThat(taken.engines).extracting(Assignment::threads).containsExactly(14, 4);
        assertThat(taken.notes)
                .containsExactly(
                        "a: run 62ru of anna@laptop has 7 of its 14 processors; this run has 14 threads there all the same"
                                + " (--overcommit)",
                        "b: run 62ru of anna@laptop has all 4 of its processors; this run has 4 threads there all the same"
                                + " (--overcommit)");
    }

    @Test
    void shouldHaveTheThreadsThatTheUserSaysAndSayWhatThatMeans() {
        Candidate half = host("a", 14, run("62ru", 7));
        Candidate full = host("b", 4, run("62ru", 4));

        assertThat(new Taken(null, 0, 14, false, half, full).notes)
                .containsExactly(
                        "a: run 62ru of anna@laptop has 7 of its 14 processors; this run has 14 threads there all the same"
                                + " (--threads)",
                        "b: run 62ru of anna@laptop has all 4 of its processors; this run has 14 threads there all the same"
                                + " (--threads)");
        assertThat(new Taken(null, 0, 3, false, half, full).engines)
                .extracting(Assignment::threads)
                .containsExactly(3, 3);
        assertThat(new Taken(null, 0, 3, false, half).notes)
                .containsExactly(
                        "a: run 62ru of anna@laptop has 7 of its 14 processors; this run takes 3 of the other 7");
    }

    @Test
    void shouldChooseTheHostWithMoreFreeProcessors() {
        Taken taken = new Taken(null, 1, 0, false, host("large", 14, run("62ru", 10)), host("small", 6));

        assertThat(taken.engines)
                .extracting(engine -> engine.candidate().host())
                .containsExactly("small");
        assertThat(taken.notes).as("it does not use the other").isEmpty();
    }

    @Test
    void shouldShareWhatIsFreeOfAMachineAmongItsEngines() {
        Candidate own = host("here", 14, run("62ru", 6));
        // Listed once for each engine on this machine, with the same runs.
        Candidate more = host("here", 14, run("62ru", 6));

        assertThat(new Taken(own, 0, 0, false, more).engines)
                .extracting(Assignment::threads)
                .containsExactly(4, 4);
    }

    @Test
    void shouldCountTheRunsOfAllDaemonsOfAMachine() {
        Candidate one = new Candidate("a:1", "a", "m", 8, 80, 1, 1L << 34, 0).with(List.of(run("x", 3)));
        Candidate two = new Candidate("a:2", "a", "m", 8, 80, 1, 1L << 34, 0).with(List.of(run("y", 2)));
        Taken taken = take(one, two);

        assertThat(taken.engines).extracting(Assignment::threads).containsExactly(1, 1);
        assertThat(taken.notes)
                .containsExactly("a: run x of anna@laptop and run y of anna@laptop have 5 of its 8 processors; this run"
                        + " takes 2 of the other 3");
    }

    @Test
    void shouldNameTheFirstRunsOfMany() {
        Taken taken = take(host("a", 14, run("r1", 1), run("r2", 1), run("r3", 1), run("r4", 1), run("r5", 1)));

        assertThat(taken.notes)
                .containsExactly(
                        "a: run r1 of anna@laptop, run r2 of anna@laptop, run r3 of anna@laptop and 2 more runs"
                                + " have 5 of its 14 processors; this run takes the other 9");
    }

    @Test
    void shouldGiveOneEngineMoreWhatOthersLeave() {
        Candidate host = host("a", 14, run("62ru", 7));
        FreeProcessors free = FreeProcessors.of(List.of(host), 0, false);
        Assignment first = Selection.another(1, host, 0, 0, List.of(), free);
        Assignment second = Selection.another(2, host, 0, 0, List.of(first), free);

        assertThat(first.threads()).isEqualTo(7);
        assertThat(free.note(first, List.of()))
                .isEqualTo("a: run 62ru of anna@laptop has 7 of its 14 processors; this run takes the other 7");
        assertThat(second.threads()).as("none is left").isEqualTo(1);
        assertThat(free.note(second, List.of(first))).endsWith("this run has 8 threads there all the same");
        assertThat(Selection.another(1, host, 0, 0, List.of(), FreeProcessors.of(List.of(host), 0, true))
                        .threads())
                .isEqualTo(14);
    }

    @Test
    void shouldBelieveNoFigureThatCannotBe() {
        RunView.EngineView engine = new RunView.EngineView(1, 2, null, EngineOrder.MOST_THREADS);
        RunView hostile = new RunView(
                "x\u001b[2J has none; run".repeat(100),
                new NodeReference("n", List.of(), 0),
                List.of(engine, engine, engine),
                new RunOwner("a b", "c"),
                Long.MAX_VALUE);
        HostedRun read = HostedRun.of(hostile, NOON);

        assertThat(read.id()).startsWith("x??2J?has?none??run").hasSize(40);
        assertThat(new HostedRun("62ru.3", 1, 1, RunOwner.UNKNOWN, NOON).id())
                .as("its third coordinator")
                .isEqualTo("62ru");
        assertThat(read.threads()).isEqualTo(EngineOrder.MOST_THREADS);
        assertThat(read.since()).isBefore(NOON);
        assertThat(new HostedRun("r", -5, -7, RunOwner.UNKNOWN, NOON).threads()).isEqualTo(1);
        Candidate host = host("a", 4).with(Collections.nCopies(1_000, read));
        assertThat(host.runs()).hasSize(Candidate.MOST_RUNS);
        assertThat(host.taken()).isEqualTo(EngineOrder.MOST_THREADS);
    }
}
