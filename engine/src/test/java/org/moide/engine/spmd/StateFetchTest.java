package org.moide.engine.spmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.RestorePoint;
import org.moide.engine.control.StateHolder;
import org.moide.engine.control.Timing;

/** Tests how engine 2 fetches the states of the logical IDs 0 and 1, which engines 1, 2 and 3 and the disk may have. */
class StateFetchTest {
    private static final CheckpointName NAME = new CheckpointName(1, 4);
    private static final int OWN_SEAT = 2;
    private static final int LONG_BYTES = 2 * CheckpointKeeper.PIECE_BYTES + 17;

    @TempDir
    Path folder;

    private final CheckpointStore own = new CheckpointStore();
    private final Map<Integer, CheckpointKeeper> engines = new HashMap<>();
    private final List<Integer> asked = new ArrayList<>();
    private final Pauses pauses = new Pauses();
    private @Nullable CheckpointFiles files;

    /** A signal for simulated time, which passes only while a thread waits. */
    private static final class Pauses implements Signal {
        private final List<Runnable> during = new ArrayList<>();
        private long nanos;

        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            nanos += timeoutNanos;
            if (!during.isEmpty()) {
                during.remove(0).run();
            }
            return condition.getAsBoolean();
        }

        @Override
        public void raise() {}
    }

    private StateFetch fetch(Integer... ids) {
        RestorePoint point = new RestorePoint(
                NAME, List.of(new RestorePoint.Part(0, 2, List.of(holder(OWN_SEAT), holder(1), holder(3)))));
        return new StateFetch(
                point,
                List.of(ids),
                own,
                OWN_SEAT,
                files,
                this::keeper,
                Timing.USUAL,
                new Surroundings(() -> pauses.nanos, () -> pauses, Thread::new, UnexpectedFaults::fail));
    }

    private static StateHolder holder(int seat) {
        return new StateHolder(seat, new NodeReference("h" + seat, List.of(), 7000 + seat));
    }

    private CheckpointKeeper keeper(StateHolder holder) {
        asked.add(holder.seat());
        CheckpointKeeper there = engines.get(holder.seat());
        if (there == null) {
            throw new NotDeliveredException("nobody answers", new IOException("refused"));
        }
        return there;
    }

    private static CheckpointStore with(int id, byte[] state) {
        CheckpointStore store = new CheckpointStore();
        store.put(NAME, id, state);
        return store;
    }

    private static Restored run(StateFetch fetch) throws InterruptedException {
        return Objects.requireNonNull(fetch.run());
    }

    @Test
    void shouldTakeWhatIsHereAndFetchTheRestPieceByPiece() throws Exception {
        byte[] far = new byte[LONG_BYTES];
        new Random(1).nextBytes(far);
        own.put(NAME, 0, new byte[] {5});
        engines.put(1, new CheckpointStore());
        engines.put(3, with(1, far));

        Restored restored = run(fetch(0, 1));

        assertThat(restored.checkpoint()).isEqualTo(NAME);
        assertThat(restored.count()).isEqualTo(2);
        assertThat(restored.states()).containsOnlyKeys(0, 1);
        assertThat(restored.states().get(0)).containsExactly(5);
        assertThat(restored.states().get(1)).isEqualTo(far);
        assertThat(asked).as("not itself").containsExactly(1, 3);
        assertThat(pauses.nanos).isZero();
    }

    @Test
    void shouldAskAgainThoseThatCannotBeReachedUntilOneAnswers() throws Exception {
        pauses.during.add(() -> {});
        pauses.during.add(() -> engines.put(3, with(0, new byte[] {7})));

        assertThat(run(fetch(0)).states().get(0)).containsExactly(7);
        assertThat(asked).containsExactly(1, 3, 1, 3, 1, 3);
    }

    @Test
    void shouldGiveUpWhenThoseThatCannotBeReachedHaveBeenSilentTooLong() {
        engines.put(1, new CheckpointStore());

        assertThatThrownBy(() -> fetch(0).run())
                .isInstanceOf(StateFetch.StateLostException.class)
                .hasMessage("the state of ID 0 in checkpoint " + NAME + " is lost: engine-3 cannot be reached: "
                        + "nobody answers; --checkpoint-dir would keep states on disk as well");
        assertThat(pauses.nanos)
                .isBetween(
                        Timing.USUAL.silence().toNanos(),
                        Timing.USUAL.silence().plus(Timing.USUAL.lastPause()).toNanos());
    }

    @Test
    void shouldGiveUpAtOnceWhenNobodyHasItAnyMore() {
        engines.put(1, new CheckpointStore());
        engines.put(3, with(1, new byte[] {1}));

        assertThatThrownBy(() -> fetch(0).run())
                .isInstanceOf(StateFetch.StateLostException.class)
                .hasMessageContaining("engine-3 has it no more: it has no state of ID 0 in checkpoint " + NAME);
        assertThat(pauses.nanos).isZero();
    }

    @Test
    void shouldReadFromDiskWhatNobodyHasAndSayWhereItIsNot() throws Exception {
        CheckpointFiles disk = new CheckpointFiles(folder, new SyncedFiles());
        files = disk;
        engines.put(1, new CheckpointStore());
        engines.put(3, new CheckpointStore());
        disk.write(NAME, 0, new byte[] {9});

        assertThat(run(fetch(0)).states().get(0)).containsExactly(9);
        assertThatThrownBy(() -> fetch(1).run())
                .isInstanceOf(StateFetch.StateLostException.class)
                .hasMessageEndingWith("; and there is no " + disk.file(NAME, 1));
        Files.write(disk.file(NAME, 0), new byte[] {1});
        assertThatThrownBy(() -> fetch(0).run())
                .isInstanceOf(StateFetch.StateLostException.class)
                .hasMessageContaining("is kept by nobody any more, and on disk: ");
    }

    @Test
    void shouldBringNothingWhenItIsEnded() throws Exception {
        StateFetch ended = fetch(0);
        pauses.during.add(ended::end);

        assertThat(ended.run()).isNull();
        assertThat(asked).as("not once more").containsExactly(1, 3);
    }

    @Test
    void shouldBringNoStateOfWhichPiecesAreMissingWhenItIsEndedMeanwhile() throws Exception {
        CheckpointStore there = with(0, new byte[LONG_BYTES]);
        StateFetch[] fetch = new StateFetch[1];
        engines.put(1, new CheckpointKeeper() {
            @Override
            public void keep(CheckpointName checkpoint, int id, int bytes, int offset, byte[] piece) {}

            @Override
            public int length(CheckpointName checkpoint, int id) {
                return there.length(checkpoint, id);
            }

            @Override
            public byte[] fetch(CheckpointName checkpoint, int id, int offset, int bytes) {
                fetch[0].end();
                return there.fetch(checkpoint, id, offset, bytes);
            }
        });
        fetch[0] = fetch(0);

        assertThat(fetch[0].run()).isNull();
    }
}
