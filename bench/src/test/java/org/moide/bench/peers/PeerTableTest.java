package org.moide.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerTableTest {
    @Test
    void shouldCompareMediansWhenThereAreSeveralRounds() {
        List<Measured> lines = new ArrayList<>(PeerTable.taken("""
            {"measurements": [
              {"operation": "barrier", "bytes": 0, "p50Nanos": 80},
              {"operation": "remoteBarrier", "bytes": 0, "p50Nanos": 90},
              {"operation": "latency", "bytes": 8, "p50Nanos": 3000}]}""", "one"));
        for (String line : List.of("MPI,latency,one,8,900", "MPI,latency,one,8,1000.0", "MPI,latency,one,8,9000")) {
            lines.add(Measured.parse(line));
        }

        assertThat(PeerTable.table(lines))
                .contains("latency           8 B  MOIDE 3.00  MPI 1.00 (0.90-9.00) x 3.00")
                .noneMatch(row -> row.startsWith("barrier"));
    }

    @Test
    void shouldRefuseALineThatIsNone() {
        assertThatThrownBy(() -> Measured.parse("MPI,latency"))
                .hasMessage("expected who,operation,place,bytes,nanos, found 'MPI,latency'");
    }
}
