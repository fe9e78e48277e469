package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.commit.Commit;
import org.moide.engine.checkpoint.CheckpointName;
import org.moide.engine.checkpoint.StateDigest;

class DiskCommitsTest {
    private final List<String> notes = new ArrayList<>();
    private final List<CheckpointName> asked = new ArrayList<>();
    private final DiskCommits commits = new DiskCommits(new Disk(), notes::add);

    @Test
    void shouldSayOnceThatTheDiskIsFullWhenACommitFromBeforeIsWrittenAfterwards() {
        commits.complete(commit(4));
        commits.failed(name(5), "no space for states");

        commits.writtenDown(name(4), "");
        commits.failed(name(6), "no space for states");

        assertThat(notes).containsExactly("no space for states; the run goes on with the copies in memory");
    }

    @Test
    void shouldSayThatItCanBeWrittenAgainWhenALaterCheckpointIs() {
        commits.complete(commit(4));
        commits.writtenDown(name(4), "no space for it");
        commits.failed(name(5), "no space for states");
        commits.complete(commit(6));

        commits.writtenDown(name(6), "");

        assertThat(notes)
                .containsExactly(
                        "no space for it; the run goes on with the copies in memory",
                        "checkpoints can be written to /checkpoints again");
    }

    @Test
    void shouldWriteDownTheLatestNextWhenCheckpointsComeFasterThanTheDiskTakesThem() {
        commits.complete(commit(1));
        commits.complete(commit(2));
        commits.complete(commit(3));

        commits.writtenDown(name(1), "");
        commits.writtenDown(name(3), "");

        assertThat(asked).containsExactly(name(1), name(3));
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

    private final class Disk implements CheckpointDisk {
        @Override
        public String directory() {
            return "/checkpoints";
        }

        @Override
        public @Nullable Commit from() {
            return null;
        }

        @Override
        public long latestEpoch() {
            return 0;
        }

        @Override
        public void write(Commit commit) {
            asked.add(commit.checkpoint());
        }
    }
}
