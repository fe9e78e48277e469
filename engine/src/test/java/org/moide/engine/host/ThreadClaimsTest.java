package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.commlib.registration.NodeReference;

class ThreadClaimsTest {
    private static final NodeReference NODE = new NodeReference("coordinator", List.of("h1"), 7);
    private static final int PROCESSORS = 4;

    private long nowNanos;
    private final ThreadClaims claims = new ThreadClaims(() -> nowNanos);

    private boolean claim(String run, int threads, boolean free, RunView... there) {
        return claims.claim(new ThreadClaim(run, NODE, threads, RunOwner.UNKNOWN, free), List.of(there), PROCESSORS);
    }

    private static RunView run(String run, int threads) {
        return new RunView(run, NODE, List.of(new RunView.EngineView(1, 77, null, threads)), RunOwner.UNKNOWN, 1);
    }

    @Test
    void shouldGiveWhatIsFreeToTheFirst() {
        assertThat(claim("r1", 3, true)).isTrue();
        assertThat(claim("r2", 2, true)).isFalse();
        assertThat(claims.with(List.of())).singleElement().satisfies(seen -> {
            assertThat(seen.runId()).isEqualTo("r1");
            assertThat(seen.threads()).isEqualTo(3);
        });
        assertThat(claim("r2", 1, true)).isTrue();
        assertThat(claim("r1", 3, true)).as("its own").isTrue();
        assertThat(claim("r1", 4, true)).isFalse();
        assertThat(claims.with(List.of()))
                .extracting(RunView::threads)
                .as("the earlier claims")
                .contains(3, 1);
    }

    @Test
    void shouldCountThoseWhoseEnginesAreThereOnce() {
        assertThat(claim("r1", 3, true)).isTrue();
        assertThat(claims.with(List.of(run("r1", 1))))
                .extracting(RunView::threads)
                .containsExactly(3);
        assertThat(claims.with(List.of(run("r1", 3)))).containsExactly(run("r1", 3));
        assertThat(claim("r2", 2, true, run("r1", 3))).isFalse();
        assertThat(claim("r2", 1, true, run("r1", 3))).isTrue();
    }

    @Test
    void shouldTakeTheClaimOfWhoeverAsksForAllAndTellItToOthers() {
        assertThat(claim("r1", 4, true)).isTrue();
        assertThat(claim("r2", 4, false)).isTrue();
        assertThat(claims.with(List.of())).extracting(RunView::threads).containsExactly(4, 4);
    }

    @Test
    void shouldForgetClaimsThatWereGivenBackOrAreOld() {
        assertThat(claim("r1", 4, true)).isTrue();
        assertThat(claim("r1", 0, true)).isTrue();
        assertThat(claim("r2", 4, true)).isTrue();
        claims.forget("r2");
        assertThat(claim("r3", 4, true)).isTrue();
        nowNanos += ThreadClaims.GOOD_FOR.toNanos() + 1;
        assertThat(claims.with(List.of())).isEmpty();
        assertThat(claim("r4", 4, true)).isTrue();
    }
}
