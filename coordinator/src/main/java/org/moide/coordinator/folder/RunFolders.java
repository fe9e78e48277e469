package org.moide.coordinator.folder;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.SharedRun;
import org.moide.engine.host.RunOwner;

/** The folders of this user's runs, {@code ~/.moide/runs}. Only their owner can read them. Thread-safe. */
public final class RunFolders {
    /**
     * The number of ended runs that are kept for their users to look at. The same number of broken-off runs is kept, in
     * order to be resumed.
     */
    public static final int KEPT = 20;

    /**
     * The number of folders that must exist before the start of a run deletes old ones. If each start did that, it
     * would take longer than a short run.
     */
    static final int MANY = 4 * KEPT;

    /** The number of runs kept that failed to start. Their folders tell only why they failed. */
    static final int FAILED_KEPT = 5;

    /** The prefix of the name of a folder that is being created; the run's ID follows. */
    private static final String DRAFT = ".";

    private static final Duration LONGEST_MAKING = Duration.ofHours(1);

    private final Path root;
    private final String host;

    /**
     * Creates the view of all folders in a root folder.
     *
     * @param host this host's name
     */
    public RunFolders(Path root, String host) {
        this.root = root;
        this.host = host;
    }

    /** Returns the view of the folders of this user's runs. They lie beside the file of the cluster's secret. */
    public static RunFolders ofThisUser(String host) {
        return new RunFolders(ClusterSecret.defaultFolder().resolve("runs"), host);
    }

    /**
     * Creates a run's folder, which belongs to this process. Other processes see it complete or not at all. First
     * deletes old folders.
     */
    public OwnedRun create(RunDescription description) throws IOException {
        OwnerOnly.makeFolder(root);
        prune();
        return made(description);
    }

    /**
     * Returns a run's folder that is created at the first write. For a process that has one run after the other: it
     * deletes old folders only when there are many.
     */
    public LaterFolder later(RunDescription description) {
        return new LaterFolder(new RunFolder(root.resolve(description.id()), host), () -> createOneOfMany(description));
    }

    private OwnedRun createOneOfMany(RunDescription description) throws IOException {
        OwnerOnly.makeFolder(root);
        long there;
        try (Stream<Path> entries = Files.list(root)) {
            there = entries.count();
        }
        if (there >= MANY) {
            prune();
        }
        return made(description);
    }

    private OwnedRun made(RunDescription description) throws IOException {
        Path draft = root.resolve(DRAFT + description.id());
        Path place = root.resolve(description.id());
        try {
            OwnerOnly.makeFolder(draft);
            OwnedRun.writeNew(draft, RunFolder.OWNER, Owner.thisProcess(host).text());
            OwnerOnly.makeFile(draft.resolve(RunFolder.LOCK));
            OwnedRun.writeNew(draft, RunFolder.DESCRIPTION, DescriptionJson.text(description));
            OwnedRun.takeRoomForEnd(draft);
            Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException impossible) {
            remove(new RunFolder(draft, host));
            throw impossible;
        }
        OwnedRun owned = OwnedRun.locked(new RunFolder(place, host));
        if (owned == null) {
            throw new IOException("expected a folder of our own, found that another process has " + place);
        }
        return owned;
    }

    /**
     * Takes over a run whose coordinator is gone, in order to resume it.
     *
     * @throws PlanException if the run has ended or its coordinator lives
     */
    public OwnedRun takeUp(RunFolder folder) throws IOException {
        return takeUp(folder, false);
    }

    /**
     * Takes over a run like {@link #takeUp(RunFolder)}, even if its coordinator was on another host. The caller must
     * have made sure that this coordinator is gone.
     */
    public OwnedRun takeUpFromAnywhere(RunFolder folder) throws IOException {
        return takeUp(folder, true);
    }

    private OwnedRun takeUp(RunFolder folder, boolean fromAnywhere) throws IOException {
        RunState state = resumable(folder);
        if (state == RunState.ELSEWHERE && !fromAnywhere) {
            throw new PlanException("run " + folder.id() + " belongs to another host: resume it there, on "
                    + folder.description().host());
        }
        OwnedRun owned;
        try {
            owned = state == RunState.RUNNING ? null : OwnedRun.take(folder, host);
        } catch (IOException unwritable) {
            throw new IOException(
                    "cannot go on with run " + folder.id() + " in " + folder.path() + ": "
                            + FileTrouble.whenWriting(unwritable)
                            + "; this user has to be able to write there, and the disk to have room: then resume it again",
                    unwritable);
        }
        if (owned == null) {
            throw isRunning(folder);
        }
        return owned;
    }

    /**
     * Checks that another coordinator on this host may resume a run.
     *
     * @throws PlanException if the run has ended, never began, or its coordinator lives
     */
    public static void requireBrokenOff(RunFolder folder) {
        if (resumable(folder) == RunState.RUNNING) {
            throw isRunning(folder);
        }
    }

    private static PlanException isRunning(RunFolder folder) {
        return new PlanException("run " + folder.id() + " is running: 'moide status " + folder.id() + "' shows it");
    }

    private static RunState resumable(RunFolder folder) {
        RunState state = folder.state();
        if (state == RunState.ENDED) {
            throw new PlanException("run " + folder.id() + " has ended (" + folder.ending() + "): there is nothing to"
                    + " resume; start it again with 'moide run'");
        }
        if (state == RunState.FAILED_TO_START) {
            throw new PlanException("run " + folder.id() + " failed to start: nothing was computed, so there is nothing"
                    + " to resume; start it again with 'moide run'");
        }
        return state;
    }

    /** Returns the folder of the run with this ID; null if it does not exist. */
    public @Nullable RunFolder known(String id) {
        return RunDescription.isId(id) && Files.exists(root.resolve(id).resolve(RunFolder.DESCRIPTION))
                ? named(id)
                : null;
    }

    /** Returns the view of the folder of the run with this ID; the folder may not exist. */
    RunFolder named(String id) {
        return new RunFolder(root.resolve(id), host);
    }

    /** Returns the folders of all runs, the latest first. Folders that do not belong to a run are left out. */
    public List<RunFolder> all() {
        List<Path> folders;
        try (Stream<Path> entries = Files.list(root)) {
            folders = entries.filter(entry -> RunDescription.isId(String.valueOf(entry.getFileName()))
                            && Files.exists(entry.resolve(RunFolder.DESCRIPTION)))
                    .sorted(Comparator.comparing(RunFolders::startedMillis)
                            .reversed()
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
        return folders.stream().map(folder -> new RunFolder(folder, host)).toList();
    }

    private static long startedMillis(Path folder) {
        try {
            return Files.getLastModifiedTime(folder.resolve(RunFolder.DESCRIPTION))
                    .toMillis();
        } catch (IOException gone) {
            return 0;
        }
    }

    /**
     * Returns this user's other runs that have threads on this machine now in engines that no daemon started. Reads
     * each folder, which takes some milliseconds.
     */
    public List<HostedRun> sharing() {
        RunOwner owner = RunOwner.ofThisProcess(host);
        List<HostedRun> runs = new ArrayList<>();
        for (RunFolder folder : holding()) {
            HostedRun run = folder.sharing(owner);
            if (run != null) {
                runs.add(run);
            }
        }
        return runs;
    }

    /**
     * Returns this user's other runs that have had threads on this machine since {@code from}. Ended runs are included
     * as long as their folders are kept.
     */
    public List<SharedRun> shared(Instant from) {
        RunOwner owner = RunOwner.ofThisProcess(host);
        List<SharedRun> runs = new ArrayList<>();
        for (RunFolder folder : holding()) {
            try {
                SharedRun run = folder.shared(from, owner);
                if (run != null) {
                    runs.add(run);
                }
            } catch (IOException gone) {
                // the folder is being deleted at this moment
            }
        }
        return runs;
    }

    private List<RunFolder> holding() {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(entry -> RunDescription.isId(String.valueOf(entry.getFileName()))
                            && Files.exists(entry.resolve(RunFolder.HELD)))
                    .map(entry -> new RunFolder(entry, host))
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    /**
     * Returns the run that the user means.
     *
     * @param name the run's ID or the beginning of it; null to take the only run in this {@code state}
     * @throws PlanException if no run fits, or more than one
     */
    public RunFolder find(@Nullable String name, RunState state) {
        List<RunFolder> candidates = new ArrayList<>();
        for (RunFolder folder : all()) {
            if (name == null ? folder.state() == state : folder.id().startsWith(name)) {
                candidates.add(folder);
            }
        }
        if (name != null) {
            for (RunFolder candidate : candidates) {
                if (candidate.id().equals(name)) {
                    return candidate;
                }
            }
        }
        if (candidates.size() == 1) {
            return candidates.get(0);
        }
        if (candidates.isEmpty()) {
            throw new PlanException(
                    name == null
                            ? "expected a run that is " + state.words() + " on this machine, found none; 'moide runs'"
                                    + " shows all"
                            : "expected a run called " + name + ", found none in " + root + "; 'moide runs' shows all");
        }
        List<String> ids = candidates.stream().map(RunFolder::id).toList();
        throw new PlanException((name == null
                        ? "expected the ID of one of the runs that are " + state.words() + ", found " + ids.size()
                        : "expected the ID of one run, found '" + name + "', with which " + ids.size() + " begin")
                + ": " + String.join(" ", ids.subList(0, Math.min(8, ids.size()))) + (ids.size() > 8 ? " ..." : ""));
    }

    /** Deletes old folders. A folder that cannot be deleted stays. */
    private void prune() {
        Map<RunState, Integer> later = new EnumMap<>(RunState.class);
        for (RunFolder folder : all()) {
            RunState state = folder.state();
            if (later.merge(state, 1, Integer::sum) >= kept(state)) {
                remove(folder);
            }
        }
        sweepDrafts();
    }

    /** Deletes incomplete folders of processes that were killed while they created one. */
    private void sweepDrafts() {
        try (DirectoryStream<Path> drafts = Files.newDirectoryStream(root, DRAFT + "*")) {
            for (Path draft : drafts) {
                String id = draft.getFileName().toString().substring(DRAFT.length());
                if (RunDescription.isId(id) && isLeft(draft)) {
                    remove(new RunFolder(draft, host));
                }
            }
        } catch (IOException unreadable) {
            // The rest takes little space, and the next run tries again.
        }
    }

    /**
     * Returns whether an incomplete folder is left over, since the process that was creating it is gone. If that
     * process is on another host, or has not written its name yet, it counts as gone after an hour; creating a folder
     * takes only a moment.
     */
    private boolean isLeft(Path draft) throws IOException {
        Owner owner = Owner.read(draft.resolve(RunFolder.OWNER));
        if (owner != null && owner.host().equals(host)) {
            return !owner.isAlive();
        }
        Instant made =
                Files.getLastModifiedTime(draft, LinkOption.NOFOLLOW_LINKS).toInstant();
        return made.isBefore(new SystemWallClock().instant().minus(LONGEST_MAKING));
    }

    private static int kept(RunState state) {
        return switch (state) {
            case ENDED, BROKEN_OFF -> KEPT;
            case FAILED_TO_START -> FAILED_KEPT;
            case RUNNING, ELSEWHERE -> Integer.MAX_VALUE;
        };
    }

    private static void remove(RunFolder folder) {
        try {
            folder.delete();
        } catch (IOException stays) {
            // another process may delete it at the same time
        }
    }
}
