package org.moide.command.report.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.commlib.collective.Tuning;

class MeasuredProfileTest {
    private final Map<String, Object> results = new LinkedHashMap<>();

    /**
     * Adds measurements of both algorithms at successive lengths, such as those around 128 KiB.
     *
     * @param least the least length
     * @param faster the factor by which the algorithm for long data is faster, for each length
     */
    private void measured(String name, int least, double... faster) {
        for (int i = 0; i < faster.length; i++) {
            double nanos = 1000.0 * (i + 1);
            results.put("crossover/" + name + "/" + (least << i), new double[] {nanos, nanos / faster[i], 0.01, 0.01});
        }
    }

    private Tuning profile() {
        return Tuning.parse(MeasuredProfile.text(results, "2 engines"));
    }

    @Test
    void shouldChangeWaysWhereTheLongOneBecomesFaster() {
        measured("longReduceBytes", 16 << 10, 0.5, 0.8, 1.3, 1.5, 2, 2, 2);
        assertThat(profile().longReduceBytes()).isEqualTo(64 << 10);

        measured("longReduceBytes", 16 << 10, 0.5, 0.8, 0.7, 0.5, 0.7, 1.5, 2);
        assertThat(profile().longReduceBytes()).isEqualTo(512 << 10);
    }

    @Test
    void shouldTakeOneWayOnlyWhenItIsFasterEverywhere() {
        measured("longReduceBytes", 16 << 10, 2, 2, 2, 2, 2, 2, 2);
        measured("longBroadcastBytes", 128 << 10, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5);
        assertThat(profile().longReduceBytes()).isEqualTo(16 << 10);
        assertThat(profile().longBroadcastBytes()).isEqualTo(16 << 20);
    }

    @Test
    void shouldGoTheShortWayUpToTheLengthWhenThreadsShare() {
        measured("threadShareBytes", 4 << 10, 0.5, 0.5, 1.5, 1.5, 1.5, 1.5, 1.5);
        assertThat(profile().threadShareBytes()).isEqualTo(8 << 10);

        measured("threadShareBytes", 4 << 10, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5);
        assertThat(profile().threadShareBytes()).isEqualTo(2 << 10);
    }

    @Test
    void shouldNotBeMisledByOneLengthThatStandsOut() {
        measured("longReduceBytes", 16 << 10, 0.6, 1.1, 0.6, 0.6, 1.8, 0.9, 1.8);
        assertThat(profile().longReduceBytes()).isEqualTo(256 << 10);
    }

    @Test
    void shouldKeepTheDefaultWhenNothingIsClear() {
        measured("longReduceBytes", 16 << 10, 0.97, 1.03, 1.04, 0.98, 0.96, 1.0, 1.02);
        measured("segmentBytes", 128 << 10, 0.9, 1.04, 1.03);
        results.put("crossover/longGatherBytes/8192", new double[] {1000, 500, 0.4, 0.4});
        results.put("crossover/longGatherBytes/65536", new double[] {1000, 1000, 0.4, 0.4});

        assertThat(profile()).isEqualTo(Tuning.DEFAULT);
        assertThat(MeasuredProfile.text(results, "2 engines, threads 1 on a, 1 on b"))
                .contains("on 2 engines, threads 1 on a, 1 on b.")
                .contains(
                        "# longReduceBytes: the default, nothing else was clearly better\n#   (16,384 bytes: 1.0 us the short")
                .contains("# longBroadcastBytes: not measured: it decides nothing on such engines")
                .contains("#   segments of 262,144 bytes: 1.0 us, of 131,072 bytes: 1.1 us\n");
    }

    @Test
    void shouldKeepWhatIsNearestToTheDefaultWhenSeveralAreEqual() {
        measured("longReduceBytes", 16 << 10, 0.5, 1, 1, 1, 1, 1, 2);
        assertThat(profile().longReduceBytes()).isEqualTo(128 << 10);
    }

    @Test
    void shouldTakeTheSegmentThatIsClearlyFaster() {
        measured("segmentBytes", 128 << 10, 0.5, 1.3, 1.6);
        assertThat(profile().segmentBytes()).isEqualTo(512 << 10);
        assertThat(MeasuredProfile.text(results, "x")).contains("# segmentBytes: the default is 262144\n");
    }
}
