package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.control.ChangeOrder;

/**
 * Simulates the epochs of SPMD runs whose states are also on disk, each run from a seed. The coordinator is sometimes
 * lost, and engines are lost and replaced. Throws an exception if a run fails. Other code refers to this class by name
 * only.
 */
public final class EpochsPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        SplittableRandom chaos = new SplittableRandom(~seed);
        ModelDisk disk = new ModelDisk(seed, chaos.nextInt(3) == 0 ? 0.2 : 0);
        boolean redistributes = chaos.nextBoolean();
        List<Integer> threads = ModelRun.threads(new SplittableRandom(seed), 2 + chaos.nextInt(3));
        for (int loss = chaos.nextInt(3); loss > 0; loss--) {
            ModelRun lost = new ModelRun(chaos.nextLong(), threads, redistributes, disk);
            boolean little = disturb(chaos, lost);
            lost.playUntil(TimeUnit.MILLISECONDS.toNanos(chaos.nextLong(1_500)));
            requireExcused(lost, disk, little);
        }
        Commit from = disk.latest();
        ModelRun last = new ModelRun(chaos.nextLong(), threads, redistributes, disk);
        boolean little = disturb(chaos, last);
        last.play(() -> {});
        requireExcused(last, disk, little);
        if (last.failure == null) {
            require(Arrays.equals(last.result(), ModelCells.expected()), "the right result", last);
            require(new HashSet<>(last.heard).size() == last.heard.size(), "each line once", last);
        }
        requireNotHeardAgain(from, last);
    }

    /**
     * Plans at which times engines are lost or replaced. Returns true if at most one engine is lost and none is
     * replaced.
     */
    private static boolean disturb(SplittableRandom chaos, ModelRun run) {
        int victims = chaos.nextInt(4);
        for (int victim = victims; victim > 0; victim--) {
            run.after(TimeUnit.MILLISECONDS.toNanos(chaos.nextLong(1_200)), () -> {
                List<Integer> living = run.living();
                int seat = living.get(chaos.nextInt(living.size()));
                if (seat != 0) {
                    run.kill(seat);
                }
            });
        }
        List<String> answers = new ArrayList<>();
        boolean changes = chaos.nextBoolean();
        if (changes) {
            run.after(TimeUnit.MILLISECONDS.toNanos(chaos.nextLong(900)), () -> {
                List<Integer> living = run.living();
                run.want(new ChangeOrder.Replace(living.get(chaos.nextInt(living.size())), List.of()), answers);
            });
        }
        return victims <= 1 && !changes;
    }

    /**
     * Throws an exception if a run has failed without an excuse. There is an excuse if too many engines were lost one
     * after the other, or if states were lost that are not on disk.
     */
    private static void requireExcused(ModelRun run, ModelDisk disk, boolean littleIsLost) {
        String failure = run.failure;
        boolean excused = failure == null
                || (!littleIsLost
                        && (failure.contains("would happen again")
                                || (failure.contains("are lost") && disk.latest() == null)));
        require(excused, "a run that goes on from what is on disk", run);
    }

    private static void requireNotHeardAgain(Commit from, ModelRun run) {
        for (int id = 0; from != null && id < from.heard().size(); id++) {
            String said = id + ":";
            long known = from.heard().get(id);
            boolean again = run.heard.stream()
                    .filter(line -> line.startsWith(said))
                    .anyMatch(line -> Long.parseLong(line.substring(said.length())) < known);
            require(!again, "nothing again that ID " + id + " had said before", run);
        }
    }

    private static void require(boolean holds, String what, ModelRun run) {
        if (!holds) {
            throw new AssertionError("expected " + what + ", found failure " + run.failure + " and notes " + run.notes);
        }
    }
}
