package org.moide.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HostPlanTest {
    private static final String ONE = "1".repeat(64);
    private static final String TWO = "2".repeat(64);
    private static final String JDK = "a".repeat(64);

    @Test
    void shouldCopyWhatIsMissingAndTakeTheJavaThatIsNearest() throws HostTroubleException {
        HostFacts facts = probed(
                "has " + ONE, "java 11.0.2 /opt/jdk-11", "java 25 /opt/jdk-25", "java 17.0.1 /opt/jdk 17", "done");

        HostPlan plan = HostPlan.of("node1", facts, here(null));

        assertThat(plan).isEqualTo(new HostPlan(List.of(TWO), "/opt/jdk 17", "17.0.1"));
    }

    @Test
    void shouldTakeTheVersionOfThisSideBeforeAnotherOfItsKindAndTheNewestElse() throws HostTroubleException {
        assertThat(javaOf("java 17.0.1 /b", "java 17.0.15 /a", "java 25 /c")).isEqualTo("/a");
        assertThat(javaOf("java 21 /b", "java 25 /c")).isEqualTo("/c");
    }

    private static @Nullable String javaOf(String... javas) throws HostTroubleException {
        String[] lines = Stream.concat(Stream.of(javas), Stream.of("done")).toArray(String[]::new);
        return HostPlan.of("node1", probed(lines), here(null)).javaHome();
    }

    @Test
    void shouldSayWhatToPassWhereThereIsNoJava() {
        assertThatThrownBy(() -> HostPlan.of("node1", probed("done"), here(null)))
                .hasMessage(
                        "node1: expected Java 17 or newer, found none: --with-java copies this machine's, or install one"
                                + " there");
        assertThatThrownBy(() -> HostPlan.of("node1", probed("java 8.0.2 /old", "done"), here(null)))
                .hasMessageContaining("found Java 8.0.2 in /old");
    }

    @Test
    void shouldCopyTheJdkOnlyWhereItsVersionIsNotThere() throws HostTroubleException {
        HostPlan.Carried carried = new HostPlan.Carried("Linux x86_64", "17.0.15", JDK);

        assertThat(HostPlan.of("n", probed("system Linux x86_64", "java 25 /c", "done"), here(carried))
                        .javaHome())
                .isNull();
        assertThat(HostPlan.of("n", probed("java 17.0.15 /own", "done"), here(carried))
                        .javaHome())
                .isEqualTo("/own");
        assertThat(HostPlan.of("n", probed("copied " + JDK + " 17.0.15 /copy", "done"), here(carried))
                        .javaHome())
                .isEqualTo("/copy");
        assertThat(HostPlan.of(
                                "n",
                                probed("system Linux x86_64", "copied " + ONE + " 17.0.15 /another", "done"),
                                here(carried))
                        .javaHome())
                .as("one that was copied from another build of that version is not this one")
                .isNull();
    }

    @Test
    void shouldNotCopyAJdkToAnotherSystem() {
        HostPlan.Carried carried = new HostPlan.Carried("Linux x86_64", "17.0.15", JDK);

        assertThatThrownBy(() -> HostPlan.of("node1", probed("system Darwin arm64", "done"), here(carried)))
                .hasMessage(
                        "node1: expected Linux x86_64 as here, whose JDK --with-java copies, found Darwin arm64: install"
                                + " Java 17.0.15 there");
    }

    @Test
    void shouldTakeNothingThatHasNotTheRightForm() throws HostTroubleException {
        HostFacts facts = probed(
                "has ../../secret",
                "has " + ONE.toUpperCase(Locale.ROOT) + "x",
                "alive 1",
                "java 17.0.1 relative",
                "java 99999999999 /home",
                "java 17$(x) /home",
                "copied 12 17.0.1 /home",
                "system $(reboot)",
                "more than that",
                "done");

        assertThat(facts.jars()).isEmpty();
        assertThat(facts.alive()).isEmpty();
        assertThat(facts.javas()).isEmpty();
        assertThat(facts.system()).isEmpty();
    }

    @Test
    void shouldSayWhatSshOrTheScriptSaidWhenItDidNotComeToItsEnd() {
        assertThatThrownBy(() -> HostFacts.of(
                        "node1",
                        new RemoteShell.Answer(
                                255, List.of(), "ssh: connect to host node1 port 22: Connection refused")))
                .hasMessage("node1: ssh said: ssh: connect to host node1 port 22: Connection refused");
        assertThatThrownBy(() -> HostFacts.of("node1", new RemoteShell.Answer(1, List.of("fail no room"), "noise")))
                .hasMessage("node1: no room");
        assertThatThrownBy(() -> HostFacts.of("node1", new RemoteShell.Answer(127, List.of(), "")))
                .hasMessage("node1: ssh said: nothing that helps, and ended with 127");
    }

    @Test
    void shouldQuoteForAShell() {
        assertThat(HostScript.quoted("a'b $(c) \"d\"")).isEqualTo("'a'\\''b $(c) \"d\"'");
    }

    private static HostFacts probed(String... lines) throws HostTroubleException {
        return HostFacts.of("node1", new RemoteShell.Answer(0, List.of(lines), ""));
    }

    private static HostPlan.Here here(HostPlan.@Nullable Carried carried) {
        return new HostPlan.Here(List.of(ONE, TWO), "17.0.15", 17, carried);
    }
}
