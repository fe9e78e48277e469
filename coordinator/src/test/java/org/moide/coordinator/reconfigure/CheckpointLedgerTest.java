package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineReport.CheckpointStored;

/** Tests which engines keep which states of the last checkpoint when an engine is about to leave the run. */
class CheckpointLedgerTest {
    private static final CheckpointName CHECKPOINT = new CheckpointName(1, 1);

    private final CheckpointLedger ledger = new CheckpointLedger();

    /**
     * Stores the states of the IDs 0 to 2 on the engines 0 to 2. Each engine also keeps a copy of the previous engine's
     * state.
     */
    @BeforeEach
    void store() {
        ledger.begin(1, 3);
        ledger.stored(stored(0, 0, 1));
        ledger.stored(stored(1, 1, 2));
        assertThat(ledger.stored(stored(2, 2, 0))).isTrue();
    }

    private static CheckpointStored stored(int id, Integer... seats) {
        return new CheckpointStored(CHECKPOINT, id, 1, List.of(seats), List.of(), null);
    }

    @Test
    void shouldNotCountTheCopyOfAnEngineThatGoes() {
        assertThat(ledger.isKeptElsewhere(1, 1, 1, List.of(0, 1, 2))).isTrue();
        assertThat(ledger.isKeptElsewhere(1, 1, 1, List.of(0, 1, 3)))
                .as("engine 3 takes the place of engine 2, which has the only other copy")
                .isFalse();
    }

    @Test
    void shouldLetAnEngineGoWhenOthersKeepAllStatesTwice() {
        List<Integer> staying = List.of(0, 1, 3);

        assertThat(ledger.isSafeWith(staying)).isFalse();
        ledger.stored(stored(1, 3));
        assertThat(ledger.isSafeWith(staying)).as("only engine 0 has ID 2's").isFalse();
        ledger.stored(stored(2, 3));
        assertThat(ledger.isSafeWith(staying)).isTrue();
    }

    @Test
    void shouldLetTheLastButOneGoWhenOneKeepsAllStates() {
        assertThat(ledger.isSafeWith(List.of(0))).isFalse();
        ledger.stored(stored(1, 0));
        assertThat(ledger.isSafeWith(List.of(0))).isTrue();
    }
}
