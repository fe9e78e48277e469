package org.moide.hosts.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.commlib.tunnel.Doorman;
import org.moide.commlib.tunnel.TunnelAnswer;
import org.moide.commlib.tunnel.TunnelAsk;
import org.moide.commlib.tunnel.TunnelName;

/**
 * Tests {@code StarWays} and {@code LineLife}: the decisions where a connection may go, and when an ssh process is
 * started again.
 */
class TunnelCoreTest {
    private static final String A = "00000000000000aa";
    private static final String B = "00000000000000bb";
    private static final StarWays WAYS = new StarWays("0123abcd");
    private static final long LONGEST = Duration.ofSeconds(10).toNanos();

    @ParameterizedTest
    @CsvSource({
        "00000000000000aa.tunnel.invalid, 00000000000000aa",
        "00000000000000aa.0123abcd.tunnel.invalid, 00000000000000aa",
        "caller.0123abcd.tunnel.invalid, ''",
        "caller.tunnel.invalid, ''"
    })
    void shouldKnowWhichLineLeadsToAName(String text, String host) throws IOException {
        TunnelName name = TunnelName.of(text);
        assertThat(name).isNotNull();
        String found = WAYS.hostOf(name);
        assertThat(found == null ? "" : found).isEqualTo(host);
    }

    @Test
    void shouldNotReachIntoAnotherStar() {
        assertThatIOException()
                .isThrownBy(() -> WAYS.hostOf(new TunnelName(A, "89abcdef")))
                .withMessageContaining("of another's, which may have ended");
    }

    @Test
    void shouldLeadOnToOtherHostsAndToItsOwnGateOnly() {
        StarWays.Lines onlyToB = host -> host.equals(B) ? new Doorman.Onward(Path.of("/s/b")) : null;
        assertThat(WAYS.admit(A, new TunnelAsk(B, 7), 4711, onlyToB)).isEqualTo(new Doorman.Onward(Path.of("/s/b")));
        assertThat(WAYS.admit(B, new TunnelAsk(A, 7), 4711, onlyToB)).isEqualTo(new Doorman.No(TunnelAnswer.NO_SSH));
        assertThat(WAYS.admit(B, new TunnelAsk(B, 7), 4711, onlyToB)).isEqualTo(new Doorman.No(TunnelAnswer.NOT_HERE));
        TunnelAsk own = new TunnelAsk(TunnelName.CALLER, 4711);
        assertThat(WAYS.admit(A, own, 4711, onlyToB)).isEqualTo(new Doorman.Gate(4711));
        assertThat(WAYS.admit(A, own, 0, onlyToB)).isEqualTo(new Doorman.No(TunnelAnswer.NO_GATE));
        assertThat(WAYS.admit(A, new TunnelAsk(TunnelName.CALLER, 22), 4711, onlyToB))
                .as("what else listens on the machine in the middle")
                .isEqualTo(new Doorman.No(TunnelAnswer.NO_GATE));
    }

    @Test
    void shouldTryAgainAtOnceWhenAnSshWasLostAndHaveThoseWaitWhoWantIt() {
        LineLife life = up();
        life.lost("its ssh has ended");
        assertThat(life.at(1)).isEqualTo(LineLife.State.DOWN);
        assertThat(life.isWorthWaiting()).isTrue();
        assertThat(life.trouble()).isEqualTo("its ssh has ended");
        life.begun();
        life.failed(1, "refused");
        assertThat(life.at(2)).isEqualTo(LineLife.State.RESTING);
        assertThat(life.isWorthWaiting()).as("it was there once").isTrue();
        assertThat(life.at(life.restsUntilNanos())).isEqualTo(LineLife.State.DOWN);
        life.begun();
        life.opened();
        assertThat(life.trouble()).isEmpty();
    }

    @Test
    void shouldSayAtOnceWhatIsWrongWithAHostThatNeverWasThere() {
        LineLife life = new LineLife();
        assertThat(life.isWorthWaiting()).isTrue();
        life.begun();
        life.failed(0, "Permission denied");
        assertThat(life.isWorthWaiting()).isFalse();
        assertThat(life.trouble()).isEqualTo("Permission denied");
    }

    @Test
    void shouldTryEverMoreSeldomButNeverGiveUp() {
        SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < 200; round++) {
            LineLife life = random.nextBoolean() ? new LineLife() : up();
            if (life.at(0) == LineLife.State.UP) {
                life.lost("gone");
            }
            long now = random.nextLong();
            long before = 0;
            for (int attempt = 0; attempt < 100; attempt++) {
                life.begun();
                now += random.nextLong(LONGEST);
                life.failed(now, "no");
                long rest = life.restsUntilNanos() - now;
                assertThat(rest).isBetween(Math.min(before, LONGEST), LONGEST);
                before = rest;
                assertThat(life.at(now + rest - 1)).isEqualTo(LineLife.State.RESTING);
                now += rest;
                assertThat(life.at(now)).isEqualTo(LineLife.State.DOWN);
            }
            assertThat(before).isEqualTo(LONGEST);
            life.begun();
            life.opened();
            life.lost("again");
            life.begun();
            life.failed(now, "no");
            assertThat(life.restsUntilNanos() - now).as("anew after it was up").isLessThan(LONGEST / 10);
        }
    }

    @Test
    void shouldNotTakeWhatCannotBe() {
        LineLife life = new LineLife();
        assertThatIllegalStateException().isThrownBy(life::opened);
        assertThatIllegalStateException().isThrownBy(() -> life.lost("never was"));
        life.begun();
        assertThatIllegalStateException()
                .isThrownBy(life::begun)
                .withMessage("expected a line that is DOWN, found OPENING");
    }

    private static LineLife up() {
        LineLife life = new LineLife();
        life.begun();
        life.opened();
        return life;
    }
}
