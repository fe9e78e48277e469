package org.moide.commlib.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests names, requests, answers and decisions of tunnels, without sockets. */
class TunnelWordsTest {
    private static final String OWN = "00000000000000aa";
    private static final String OTHER = "00000000000000bb";
    private static final HostWays WAYS = new HostWays(OWN, Path.of("/t"));

    @ParameterizedTest
    @CsvSource({
        "00000000000000aa.tunnel.invalid, 00000000000000aa, ''",
        "00000000000000aa.0123abcd.tunnel.invalid, 00000000000000aa, 0123abcd",
        "caller.0123abcd.tunnel.invalid, caller, 0123abcd"
    })
    void shouldReadNamesAndWriteThemAgain(String text, String host, String star) {
        TunnelName name = TunnelName.of(text);
        assertThat(name).isEqualTo(new TunnelName(host, star)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"node1", "10.0.0.1", "::1", "node.tunnel.invalid", "caller.tunnel.invalid.org", "tunnel.invalid"
            })
    void shouldLeaveOtherNamesToTheNetwork(String text) {
        assertThat(TunnelName.isOne(text)).isFalse();
    }

    @Test
    void shouldReadWhatWasAskedAndNothingElse() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 10_000; round++) {
            TunnelAsk ask = new TunnelAsk(
                    random.nextInt(4) == 0 ? TunnelName.CALLER : TunnelledHosts.digits(random.nextInt(1000)),
                    random.nextInt(1, 65_536));
            byte[] bytes = ask.encode();
            assertThat(TunnelAsk.decode(bytes)).isEqualTo(ask);
            int at = random.nextInt(TunnelAsk.BYTES);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            try {
                // A changed request may name another host or port; it must then decode to exactly that.
                assertThat(TunnelAsk.decode(bytes).encode()).isEqualTo(bytes);
            } catch (IOException refused) {
                assertThat(refused).hasMessageStartingWith("expected");
            }
        }
        assertThatIOException().isThrownBy(() -> TunnelAsk.decode(new byte[3]));
        assertThatIllegalArgumentException().isThrownBy(() -> new TunnelAsk("../../etc/passwd", 7));
        assertThatIllegalArgumentException().isThrownBy(() -> new TunnelAsk(OWN, 0));
    }

    @Test
    void shouldHaveAnAnswerOfItsOwnForEachCase() {
        for (TunnelAnswer answer : TunnelAnswer.values()) {
            assertThat(TunnelAnswer.of(answer.code())).isSameAs(answer);
        }
        assertThat(TunnelAnswer.of('?')).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "00000000000000aa.tunnel.invalid, ''",
        "00000000000000aa.0123abcd.tunnel.invalid, ''",
        "00000000000000bb.0123abcd.tunnel.invalid, /t/0123abcd",
        "caller.89abcdef.tunnel.invalid, /t/89abcdef"
    })
    void shouldReachOthersByTheirStarAndItselfByLoopback(String text, String socket) throws IOException {
        TunnelName name = TunnelName.of(text);
        assertThat(name).isNotNull();
        Path found = WAYS.socketFor(name);
        assertThat(found == null ? "" : found.toString()).isEqualTo(socket);
    }

    @Test
    void shouldNotGuessTheStarOfAnotherHost() {
        assertThatIOException()
                .isThrownBy(() -> WAYS.socketFor(new TunnelName(OTHER, "")))
                .withMessageContaining("expected the name of a host within a run");
    }

    @Test
    void shouldLetInToGatesOfThisHostAndNothingElse() {
        assertThat(WAYS.admit(new TunnelAsk(OWN, 7100), port -> port == 7100)).isEqualTo(new Doorman.Gate(7100));
        assertThat(WAYS.admit(new TunnelAsk(OWN, 5432), port -> port == 7100))
                .isEqualTo(new Doorman.No(TunnelAnswer.NO_GATE));
        assertThat(WAYS.admit(new TunnelAsk(OTHER, 7100), port -> true))
                .isEqualTo(new Doorman.No(TunnelAnswer.NOT_HERE));
        assertThat(WAYS.admit(new TunnelAsk(TunnelName.CALLER, 7100), port -> true))
                .isEqualTo(new Doorman.No(TunnelAnswer.NOT_HERE));
    }

    @Test
    void shouldBeToldInOneWord() {
        assertThat(HostWays.of(WAYS.text())).isEqualTo(WAYS);
        assertThatIllegalArgumentException().isThrownBy(() -> HostWays.of("caller:/t"));
        assertThatIllegalArgumentException().isThrownBy(() -> HostWays.of(OWN));
        assertThatIllegalArgumentException().isThrownBy(() -> HostWays.of(OWN + ":"));
    }
}
