package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.moide.monitor.cluster.HostNews;

class RunOwnerTest {
    @Test
    void shouldSayWhoAndWhere() {
        RunOwner anna = new RunOwner("anna", "laptop");

        assertThat(anna).hasToString("anna@laptop").isEqualTo(RunOwner.of("anna@laptop"));
        assertThat(anna.words()).isEqualTo(" of anna@laptop");
        assertThat(RunOwner.UNKNOWN.words()).isEmpty();
        assertThat(RunOwner.of("")).isEqualTo(RunOwner.UNKNOWN);
        assertThat(RunOwner.of("CORP\\anna@fe80::1").host()).isEqualTo("fe80::1");
    }

    @Test
    void shouldBeNoSentenceWhateverIsClaimed() {
        RunOwner hostile = new RunOwner("anna has 3; run 7 of bob@x\u001b[2J\n", "node\u202e1 ");

        assertThat(hostile.text()).isEqualTo("anna?has?3??run?7?of?bob?x??2J?@node?1?");
    }

    @Test
    void shouldCutWhatIsTooLong() {
        RunOwner hostile = new RunOwner("a".repeat(1_000_000), "b".repeat(1_000_000));

        assertThat(hostile.user()).hasSize(RunOwner.MOST_USER_LETTERS);
        assertThat(hostile.host()).hasSize(RunOwner.MOST_HOST_LETTERS);
        assertThat(hostile.text())
                .as("else its claim would make a whole host implausible")
                .hasSizeLessThanOrEqualTo(HostNews.MOST_LETTERS);
    }

    @Test
    @SuppressWarnings("NullAway") // null may come from another process
    void shouldTakeNothingForNobody() {
        assertThat(new RunOwner(null, null)).isEqualTo(RunOwner.UNKNOWN);
    }

    @Test
    void shouldNameTheUserOfThisProcess() {
        assertThat(RunOwner.ofThisProcess("h1")).isEqualTo(new RunOwner(System.getProperty("user.name"), "h1"));
    }
}
