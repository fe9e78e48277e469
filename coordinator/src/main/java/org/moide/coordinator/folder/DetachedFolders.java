package org.moide.coordinator.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.control.DetachedOrder;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.loading.FileReference;
import org.moide.engine.loading.JarReference;

/**
 * The folders of this user's detached runs, {@code ~/.moide/detached}. Only their owner can read them. Ended runs are
 * deleted after a week unless they are among the last 20, and earlier if they take too much space. A run whose user
 * wanted it kept is never deleted here. Thread-safe.
 */
public final class DetachedFolders {
    /** The number of ended runs, the latest ones, that are kept even if they are older than {@link #KEPT_FOR}. */
    public static final int KEPT = 20;

    /** The age up to which an ended run is kept even if it is not among the latest {@link #KEPT} runs. */
    public static final Duration KEPT_FOR = Duration.ofDays(7);

    /** The limit on the total size in bytes of all ended runs. If they have more, the oldest are deleted first. */
    public static final long MOST_BYTES = 20L << 30;

    private static final Duration LONGEST_MAKING = Duration.ofHours(1);
    private static final String DRAFT = ".";

    private final Path root;
    private final RunFolders runs;
    private final String host;

    /**
     * Creates the view of all folders in a root folder.
     *
     * @param runs the folders in which coordinators of the same user have their journals
     * @param host this host's name
     */
    public DetachedFolders(Path root, RunFolders runs, String host) {
        this.root = root;
        this.runs = runs;
        this.host = host;
    }

    /** Returns the view of this user's detached runs, whose folders lie beside the file of the cluster's secret. */
    public static DetachedFolders ofThisUser(String host) {
        return new DetachedFolders(
                ClusterSecret.defaultFolder().resolve("detached"), RunFolders.ofThisUser(host), host);
    }

    /**
     * Creates a run's folder with its order, jars and files. Other processes see it complete or not at all. First
     * deletes old folders.
     *
     * @param network the settings with which the run's coordinator is reached
     * @param content returns the file with the content of a jar or file, by its digest
     * @return the folder; null if the run already has one
     */
    public @Nullable DetachedFolder create(DetachedOrder order, NetworkSettings network, Function<String, Path> content)
            throws IOException {
        OwnerOnly.makeFolder(root);
        sweep();
        Path place = root.resolve(order.run());
        if (Files.exists(place)) {
            return null;
        }
        Path draft = root.resolve(
                DRAFT + order.run() + "-" + Long.toString(new SystemRandomness().seed() >>> 24, Character.MAX_RADIX));
        try {
            OwnerOnly.makeFolder(draft);
            for (String part : List.of(DetachedFolder.WORK, DetachedFolder.JARS)) {
                OwnerOnly.makeFolder(draft.resolve(part));
            }
            Path work = draft.resolve(DetachedFolder.WORK);
            for (int jar = 0; jar < order.jars().size(); jar++) {
                JarReference reference = order.jars().get(jar);
                link(
                        content.apply(reference.digest()),
                        work.resolve(DetachedOrder.jarPath(jar, reference.name()))
                                .normalize());
            }
            for (FileReference file : order.files()) {
                Path there = work.resolve(file.name());
                OwnerOnly.makeFolder(Objects.requireNonNull(there.getParent(), "a file's folder"));
                OwnerOnly.makeFile(there);
                if (file.bytes() > 0) { // copied, not linked: the application may write to it
                    Files.copy(content.apply(file.digest()), there, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            OwnerOnly.makeFile(draft.resolve(DetachedFolder.LOCK));
            OwnedRun.takeRoomForEnd(draft);
            OwnedRun.writeNew(draft, DetachedFolder.NETWORK, DescriptionJson.text(network));
            OwnedRun.writeNew(draft, DetachedFolder.ORDER, DescriptionJson.textAsItIs(order));
            Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException impossible) {
            remove(new DetachedFolder(draft, runs.named(order.run()), host));
            if (Files.exists(place)) {
                return null; // another process created it meanwhile
            }
            throw impossible;
        }
        return of(place);
    }

    /** Makes a link at {@code to} to the file {@code from}, or a copy if the two are on different file systems. */
    private static void link(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
        } catch (IOException | UnsupportedOperationException noLink) {
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private DetachedFolder of(Path folder) {
        return new DetachedFolder(folder, runs.named(String.valueOf(folder.getFileName())), host);
    }

    /** Returns the folders of all detached runs, the latest first. */
    public List<DetachedFolder> all() {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(entry -> RunDescription.isId(String.valueOf(entry.getFileName()))
                            && Files.exists(entry.resolve(DetachedFolder.ORDER)))
                    .sorted(Comparator.comparing(DetachedFolders::startedAt)
                            .reversed()
                            .thenComparing(Comparator.naturalOrder()))
                    .map(this::of)
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private static Instant startedAt(Path folder) {
        try {
            return Files.getLastModifiedTime(folder.resolve(DetachedFolder.ORDER))
                    .toInstant();
        } catch (IOException gone) {
            return Instant.EPOCH;
        }
    }

    /** Returns the folder of a run, or null if there is none. */
    public @Nullable DetachedFolder named(String run) {
        if (!RunDescription.isId(run)) {
            return null;
        }
        Path folder = root.resolve(run);
        return Files.exists(folder.resolve(DetachedFolder.ORDER)) ? of(folder) : null;
    }

    /**
     * Returns whether a run was detached on this host and its folder, with its output and files, has been deleted
     * since.
     */
    public boolean isGone(String run) {
        RunFolder begun = runs.known(run);
        return begun != null
                && named(run) == null
                && begun.description().workingFolder().startsWith(root.resolve(run));
    }

    /**
     * Deletes the folders of ended runs that are too old or take too much space. A folder that cannot be deleted stays.
     */
    public void sweep() {
        Instant now = new SystemWallClock().instant();
        int ended = 0;
        long bytes = 0;
        for (DetachedFolder folder : all()) {
            try {
                if (!folder.sight().stage().isOver() || waitsForItsJob(folder) || isKept(folder)) {
                    continue;
                }
                bytes += folder.bytes();
                boolean old = startedAt(folder.path()).isBefore(now.minus(KEPT_FOR));
                ended++;
                if ((ended > KEPT && old) || (ended > 1 && bytes > MOST_BYTES)) {
                    bytes -= folder.bytes();
                    remove(folder);
                }
            } catch (IOException unreadable) {
                // The next sweep tries it again.
            }
        }
        sweepDrafts(now);
    }

    private static boolean waitsForItsJob(DetachedFolder folder) {
        return folder.job() > 0 && folder.sight().exitCode() == RunSight.NO_EXIT_CODE;
    }

    private static boolean isKept(DetachedFolder folder) {
        try {
            return folder.order().kept();
        } catch (PlanException unreadable) {
            return false;
        }
    }

    /** Deletes incomplete folders of processes that were killed while they created one. */
    private void sweepDrafts(Instant now) {
        try (Stream<Path> entries = Files.list(root)) {
            for (Path draft : entries.filter(
                            entry -> entry.getFileName().toString().startsWith(DRAFT))
                    .toList()) {
                if (Files.getLastModifiedTime(draft).toInstant().isBefore(now.minus(LONGEST_MAKING))) {
                    remove(of(draft));
                }
            }
        } catch (IOException unreadable) {
            // The rest takes little space, and the next sweep tries again.
        }
    }

    /** Removes a folder, as far as that is possible. */
    public static void remove(DetachedFolder folder) {
        try {
            folder.delete();
        } catch (IOException stays) {
            // another process may delete it at the same time
        }
    }
}
