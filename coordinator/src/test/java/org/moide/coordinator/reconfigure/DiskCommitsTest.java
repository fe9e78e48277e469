package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.commit.Commit;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.StateDigest;

class DiskCommitsTest {
    private final EpochOutputs outputs = new EpochOutputs();
    private final DiskCommits commits = new DiskCommits(new CheckpointDisk("/checkpoints", null, 0), outputs);

    private List<String> notes() {
        return outputs.take().stream()
                .filter(EpochOutput.Note.class::isInstance)
                .map(note -> ((EpochOutput.Note) note).line())
                .toList();
    }

    @Test
    void shouldSayOnceThatTheDiskIsFullWhenACommitFromBeforeIsWrittenAfterwards() {
        commits.complete(commit(4));
        commits.failed(name(5), "no space for states");

        commits.writtenDown(name(4), null);
        commits.failed(name(6), "no space for states");

        assertThat(notes()).containsExactly("no space for states; the run goes on with the copies in memory");
    }

    @Test
    void shouldSayThatItCanBeWrittenAgainWhenALaterCheckpointIs() {
        commits.complete(commit(4));
        commits.writtenDown(name(4), "no space for it");
        commits.failed(name(5), "no space for states");
        commits.complete(commit(6));

        commits.writtenDown(name(6), null);

        assertThat(notes())
                .containsExactly(
                        "no space for it; the run goes on with the copies in memory",
                        "checkpoints can be written to /checkpoints again");
    }

    @Test
    void shouldWriteDownTheLatestNextWhenCheckpointsComeFasterThanTheDiskTakesThem() {
        commits.complete(commit(1));
        commits.complete(commit(2));
        commits.complete(commit(3));

        commits.writtenDown(name(1), null);
        commits.writtenDown(name(3), null);

        assertThat(outputs.take())
                .extracting(write -> ((EpochOutput.Write) write).commit().checkpoint())
                .containsExactly(name(1), name(3));
        assertThat(commits.kept()).containsExactly(name(3), name(1));
    }

    private static CheckpointName name(long number) {
        return new CheckpointName(1, number);
    }

    private static Commit commit(long number) {
        return new Commit(
                name(number),
                List.of(1),
                List.of(1.0),
                false,
                List.of(StateDigest.of(new byte[1])),
                List.of(0L),
                Map.of());
    }
}
