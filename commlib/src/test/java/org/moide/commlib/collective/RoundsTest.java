package org.moide.commlib.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RoundsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 31, 32, 33})
    void shouldLetEveryEngineHearOfAllWhenAllRoundsAreOver(int engines) {
        BitSet[] heard = new BitSet[engines];
        for (int engine = 0; engine < engines; engine++) {
            heard[engine] = new BitSet();
            heard[engine].set(engine);
        }
        for (int engine = 0; engine < engines; engine++) {
            if (new Rounds(engine, engines).joins()) {
                assertThat(new Rounds(engine + 1, engines).isJoined()).isTrue();
                heard[engine + 1].or(heard[engine]);
            }
        }
        int rounds = new Rounds(0, engines).count();
        for (int round = 0; round < rounds; round++) {
            BitSet[] before = heard.clone();
            for (int engine = 0; engine < engines; engine++) {
                Rounds mine = new Rounds(engine, engines);
                if (!mine.joins()) {
                    int partner = mine.partner(round);
                    assertThat(new Rounds(partner, engines).partner(round)).isEqualTo(engine);
                    assertThat(before[engine]).isEqualTo(run(mine.runStart(round), mine.runEnd(round)));
                    assertThat(before[partner]).isEqualTo(run(mine.partnerRunStart(round), mine.partnerRunEnd(round)));
                    assertThat(mine.partnerIsLower(round)).isEqualTo(partner < engine);
                    heard[engine] = (BitSet) before[engine].clone();
                    heard[engine].or(before[partner]);
                }
            }
        }
        for (int engine = 0; engine < engines; engine++) {
            if (!new Rounds(engine, engines).joins()) {
                assertThat(heard[engine]).isEqualTo(run(0, engines));
            }
        }
    }

    private static BitSet run(int from, int to) {
        BitSet run = new BitSet();
        run.set(from, to);
        return run;
    }
}
