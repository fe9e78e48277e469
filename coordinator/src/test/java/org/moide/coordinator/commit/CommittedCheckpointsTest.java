package org.moide.coordinator.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.StateDigest;
import org.moide.engine.spmd.CheckpointFiles;
import org.moide.engine.spmd.SyncedFiles;

class CommittedCheckpointsTest {
    private static final Origin ORIGIN = new Origin("own.Heat", "1.0 abc", List.of("--size", "9"));

    @TempDir
    Path folder;

    private CheckpointFiles states;
    private CommittedCheckpoints checkpoints;

    @BeforeEach
    void open() {
        states = new CheckpointFiles(folder, new SyncedFiles());
        checkpoints = of(ORIGIN);
    }

    private CommittedCheckpoints of(Origin origin) {
        return new CommittedCheckpoints(folder, new SyncedFiles(), origin);
    }

    private static CheckpointName name(long epoch, long number) {
        return new CheckpointName(epoch, number);
    }

    private static byte[] state(CheckpointName name, int id) {
        return ("state " + name + " of " + id).getBytes(StandardCharsets.UTF_8);
    }

    private List<StateDigest> write(CheckpointName name, int ids) throws IOException {
        List<StateDigest> digests = new ArrayList<>();
        for (int id = 0; id < ids; id++) {
            digests.add(states.write(name, id, state(name, id)));
        }
        return digests;
    }

    private Commit commit(CheckpointName name, Map<String, Serializable> results) throws IOException {
        Commit commit = new Commit(
                name, List.of(2, 1), List.of(1.5, 1.0 / 3), true, write(name, 3), List.of(4L, 5L, 0L), results);
        checkpoints.write(commit);
        return commit;
    }

    private void damage(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1]++;
        Files.write(file, bytes);
    }

    @Test
    void shouldGiveBackTheLatestThatIsCompleteAsItWasWritten() throws IOException {
        Map<String, Serializable> results = new LinkedHashMap<>();
        results.put("zeta", 8.5971775078648);
        results.put("steps", 7);
        results.put("nodes", 1L << 40);
        results.put("ok", true);
        results.put("words", "a: b\nc");
        results.put("big", BigInteger.TEN.pow(30));
        results.put("exact", new BigDecimal("0.10"));
        results.put("nan", Double.NaN);
        commit(name(1, 3), Map.of());
        Commit last = commit(name(2, 1), results);
        write(name(2, 2), 2); // its third state was never written
        states.write(name(3, 1), 0, new byte[1]);

        CommittedCheckpoints.Found found = checkpoints.latest();

        assertThat(found.commit()).isEqualTo(last);
        assertThat(Objects.requireNonNull(found.commit()).results().keySet())
                .containsExactlyElementsOf(results.keySet());
        assertThat(found.problems()).isEmpty();
        assertThat(found.latestEpoch()).isEqualTo(3);
    }

    @Test
    void shouldKeepNumbersOfArraysToTheBit() throws IOException {
        double[] doubles = {0.1 + 0.2, Double.MIN_VALUE, Double.NEGATIVE_INFINITY};
        commit(name(1, 1), Map.of("d", doubles, "l", new long[] {Long.MIN_VALUE}, "i", new int[0]));

        Map<String, Serializable> read =
                Objects.requireNonNull(checkpoints.latest().commit()).results();

        assertThat((double[]) read.get("d")).containsExactly(doubles);
        assertThat((long[]) read.get("l")).containsExactly(Long.MIN_VALUE);
        assertThat((int[]) read.get("i")).isEmpty();
    }

    @Test
    void shouldFindNothingWhereNothingWasCommitted() throws IOException {
        assertThat(checkpoints.latest()).isEqualTo(new CommittedCheckpoints.Found(null, List.of(), 0));
        write(name(1, 1), 3);
        assertThat(checkpoints.latest()).isEqualTo(new CommittedCheckpoints.Found(null, List.of(), 1));
    }

    @Test
    void shouldGoBackToTheOneBeforeAndNameTheFileWhenAStateIsDamaged() throws IOException {
        Commit before = commit(name(1, 3), Map.of());
        commit(name(1, 4), Map.of());
        damage(states.file(name(1, 4), 2));

        CommittedCheckpoints.Found found = checkpoints.latest();

        assertThat(found.commit()).isEqualTo(before);
        assertThat(found.problems())
                .singleElement()
                .asString()
                .startsWith("checkpoint 4 of epoch 1: ")
                .contains(states.file(name(1, 4), 2) + ": expected what was written there, found other bytes");
    }

    @Test
    void shouldGoBackToTheOneBeforeWhenAStateIsWholeButNotTheOneThatWasCommitted() throws IOException {
        Commit before = commit(name(1, 3), Map.of());
        commit(name(1, 4), Map.of());
        states.write(name(1, 4), 1, state(name(1, 4), 0));

        CommittedCheckpoints.Found found = checkpoints.latest();

        assertThat(found.commit()).isEqualTo(before);
        assertThat(found.problems())
                .singleElement()
                .asString()
                .contains("expected the state of ID 1 as it was committed");
    }

    @Test
    void shouldGoBackToTheOneBeforeWhenTheCommitIsDamagedOrOfAnotherCheckpoint() throws IOException {
        Commit before = commit(name(1, 3), Map.of());
        commit(name(1, 4), Map.of());
        commit(name(1, 5), Map.of());
        Path third = states.folder(name(1, 3)).resolve(CheckpointFiles.COMMIT);
        Path fifth = states.folder(name(1, 5)).resolve(CheckpointFiles.COMMIT);
        damage(fifth);
        Files.write(states.folder(name(1, 4)).resolve(CheckpointFiles.COMMIT), Files.readAllBytes(third));

        CommittedCheckpoints.Found found = checkpoints.latest();

        assertThat(found.commit()).isEqualTo(before);
        assertThat(found.problems()).hasSize(2);
        assertThat(found.problems().get(0)).contains(fifth + ": expected what was written there");
        assertThat(found.problems().get(1))
                .contains("expected the commit of checkpoint 4 of epoch 1, found that of 3 of epoch 1");
    }

    @Test
    void shouldNameTheStateAndWhereItWasLookedForWhenItIsNotThere() throws IOException {
        commit(name(1, 3), Map.of());
        Files.delete(states.file(name(1, 3), 1));

        CommittedCheckpoints.Found found = checkpoints.latest();

        assertThat(found.commit()).isNull();
        assertThat(found.problems())
                .singleElement()
                .asString()
                .contains("checkpoint 3 of epoch 1: expected the state of ID 1 in " + states.file(name(1, 3), 1));
    }

    @Test
    void shouldRefuseWhatAnotherApplicationOrBuildOrRunHasMade() throws IOException {
        commit(name(1, 3), Map.of());

        assertThat(of(new Origin("own.Cold", "1.0 abc", ORIGIN.arguments())).latest())
                .satisfies(found -> assertThat(found.commit()).isNull())
                .satisfies(found -> assertThat(found.problems().get(0))
                        .contains("expected a checkpoint of own.Cold, found one of own.Heat"));
        assertThat(of(new Origin("own.Heat", "1.0 abd", ORIGIN.arguments()))
                        .latest()
                        .problems()
                        .get(0))
                .contains("own.Heat was built anew since");
        assertThat(of(new Origin("own.Heat", "1.0 abc", List.of()))
                        .latest()
                        .problems()
                        .get(0))
                .contains("found one with '--size 9'");
    }
}
