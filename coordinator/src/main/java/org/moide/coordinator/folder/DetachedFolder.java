package org.moide.coordinator.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.control.DetachedOrder;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.engine.loading.Digests;
import org.moide.engine.loading.FileReference;

/**
 * The folder of a detached run on its coordinator's host. It contains the order, the jars and files, the working
 * folder, and the output. This object caches nothing: every method reads the disk, so any process may use it.
 * Thread-safe.
 *
 * <p>The coordinator's process holds a file lock as long as it lives, and writes its exit code last.
 */
public final class DetachedFolder {
    static final String ORDER = "order.json";
    static final String NETWORK = "network.json";
    static final String PROCESS = "process";
    static final String LOCK = "lock";
    static final String EXIT = "exit";
    static final String JOB = "job";
    static final String WORK = "work";
    static final String JARS = "jars";

    private static final String OUT = "out";
    private static final String ERRORS = "errors";

    /** The limit on the number of bytes, of an output stream or of a file, that one reply contains. */
    private static final int PIECE_BYTES = 1 << 18;

    /**
     * The limit on the number of files in the run's folder. A folder with more is refused: so many files are no results
     * but a mistake, and their digests would take minutes to compute.
     */
    private static final int MOST_FILES = 100_000;

    private static final int LAST_LINES = 3;

    /**
     * The words in the exit file that come before the reason why output could not be stored. {@link RunSight#ending}
     * contains the words and the reason.
     */
    public static final String LOST = "what it was to print is lost: ";

    private final Path path;
    private final RunFolder run;
    private final String host;

    /**
     * Creates the view of a folder.
     *
     * @param run the folder that the same run has in {@link RunFolders}
     * @param host this host's name
     */
    DetachedFolder(Path path, RunFolder run, String host) {
        this.path = path;
        this.run = run;
        this.host = host;
    }

    public String id() {
        return String.valueOf(path.getFileName());
    }

    public Path path() {
        return path;
    }

    /** Returns the working folder of the run. */
    public Path work() {
        return path.resolve(WORK);
    }

    /** Returns the file to which the coordinator's standard output goes. */
    public Path out() {
        return path.resolve(OUT);
    }

    /** Returns the file to which the coordinator's standard error goes. */
    public Path errors() {
        return path.resolve(ERRORS);
    }

    /**
     * Reads the order with which the run was started on this host.
     *
     * @throws PlanException if it cannot be read
     */
    public DetachedOrder order() {
        try {
            return DescriptionJson.read(
                    Files.readString(path.resolve(ORDER), StandardCharsets.UTF_8),
                    DetachedOrder.class,
                    "an order in " + path.resolve(ORDER));
        } catch (IOException unreadable) {
            throw new PlanException("cannot read " + path.resolve(ORDER) + ": " + FileTrouble.whenReading(unreadable));
        }
    }

    /** Returns a plan as JSON text, in which relative paths stay relative. */
    public static String text(RunPlan plan) {
        return DescriptionJson.textAsItIs(plan);
    }

    /**
     * Reads a plan from text that {@link #text} wrote.
     *
     * @throws PlanException if the text is no plan, or the plan of another version
     */
    public static RunPlan plan(String text) {
        return DescriptionJson.read(text, RunPlan.class, "the plan of a detached run");
    }

    /**
     * Reads the network settings with which the coordinator is reached on this host, with the secret's file.
     *
     * @param plain whether connections are not encrypted
     */
    public NetworkSettings network(boolean plain) {
        NetworkSettings network;
        try {
            network = DescriptionJson.read(
                    Files.readString(path.resolve(NETWORK), StandardCharsets.UTF_8),
                    NetworkSettings.class,
                    "network settings in " + path.resolve(NETWORK));
        } catch (IOException unreadable) {
            throw new PlanException(
                    "cannot read " + path.resolve(NETWORK) + ": " + FileTrouble.whenReading(unreadable));
        }
        return new NetworkSettings(
                network.bind(), 0, network.advertise(), plain || network.plain(), network.secretFile());
    }

    /** Records in the folder that {@code process} is the run's coordinator. */
    public void startedAs(ProcessHandle process) throws IOException {
        OwnedRun.write(path, PROCESS, Owner.of(process, host).text());
    }

    /**
     * Takes the lock, and with it the run, for this process as its coordinator. The process keeps the lock until it
     * ends.
     *
     * @return the lock; null if another process has the run, or it has ended
     */
    public @Nullable AutoCloseable take() throws IOException {
        FileChannel file = FileChannel.open(path.resolve(LOCK), StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = file.tryLock();
        if (lock == null || Files.exists(path.resolve(EXIT))) {
            file.close();
            return null;
        }
        startedAs(ProcessHandle.current());
        return file;
    }

    /**
     * Prepares the folder for another coordinator, after the last coordinator's process is gone.
     *
     * @return the position at which the new process's output begins
     */
    public HostRuns.Printed reopen() throws IOException {
        if (Files.exists(path.resolve(EXIT))) {
            // The next end of the run is written into the same file.
            Files.move(path.resolve(EXIT), path.resolve(RunFolder.ROOM_FOR_END), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.setLastModifiedTime(path.resolve(LOCK), FileTime.from(new SystemWallClock().instant()));
        return new HostRuns.Printed(length(out()), length(errors()));
    }

    private static long length(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    /** Returns whether the present coordinator has told its engines to compute. */
    private boolean computes() {
        FileTime begun = run.begunAt();
        try {
            return run.hasBegun()
                    && (begun == null || begun.compareTo(Files.getLastModifiedTime(path.resolve(LOCK))) >= 0);
        } catch (IOException gone) {
            return true;
        }
    }

    /**
     * Writes the exit code, which marks the run as ended. Works on a full disk.
     *
     * @param lost why some of the run's output is lost; empty if none is
     */
    public void ended(int exitCode, String lost) throws IOException {
        OwnedRun.writeIntoRoom(
                path, EXIT, exitCode + (lost.isEmpty() ? "" : " " + LOST + lost), StandardOpenOption.WRITE);
    }

    /**
     * Records in which batch job the coordinator's process runs or will run.
     *
     * @param job the job's number in the batch system
     */
    public void isIn(long job) throws IOException {
        OwnedRun.write(path, JOB, job + "\n");
    }

    /** Returns the number of the batch job in which the coordinator's process runs or is to run; 0 if there is none. */
    public long job() {
        try {
            return Files.exists(path.resolve(JOB))
                    ? Long.parseLong(Files.readString(path.resolve(JOB), StandardCharsets.UTF_8)
                            .strip())
                    : 0;
        } catch (IOException | NumberFormatException unreadable) {
            return 0;
        }
    }

    /**
     * Returns the stage and the description of a run whose coordinator belongs to a batch job that exists. The job may
     * run on another host or may not have started yet, so that a missing process does not count as a lost one.
     */
    public RunSight sightInJob() {
        RunSight seen = sight();
        return seen.exitCode() != RunSight.NO_EXIT_CODE || !seen.stage().isOver()
                ? seen
                : new RunSight(
                        seen.run(),
                        seen.words(),
                        seen.owner(),
                        seen.host(),
                        seen.process(),
                        seen.startedAt(),
                        computes() ? RunSight.Stage.RUNNING : RunSight.Stage.STARTING,
                        "",
                        RunSight.NO_EXIT_CODE,
                        true,
                        true);
    }

    /** Returns the stage and the description of the run, as the files in the folder show them. */
    public RunSight sight() {
        String words = "";
        String owner = "";
        try {
            DetachedOrder order = order();
            words = order.words();
            owner = order.owner();
        } catch (PlanException unreadable) {
            words = "(its order cannot be read)";
        }
        boolean lives = lives(); // must come before the exit code is read, since the coordinator writes it last
        Exit exit = exit();
        int exitCode = exit == null ? RunSight.NO_EXIT_CODE : exit.code();
        boolean begun = run.hasBegun();
        String ended = run.ending();
        RunSight.Stage stage;
        String ending = "";
        if (exit != null) {
            boolean computed = begun || ended != null || exitCode == 0;
            stage = computed ? RunSight.Stage.ENDED : RunSight.Stage.FAILED_TO_START;
            ending = ended != null ? ended : computed ? "exit code " + exitCode : lastErrors();
            ending += exit.lost().isEmpty() ? "" : "; " + exit.lost();
        } else if (lives) {
            stage = computes() ? RunSight.Stage.RUNNING : RunSight.Stage.STARTING;
        } else if (ended != null) {
            stage = RunSight.Stage.ENDED;
            ending = ended;
        } else {
            stage = begun ? RunSight.Stage.BROKEN_OFF : RunSight.Stage.FAILED_TO_START;
            ending = begun ? "its coordinator is gone" : lastErrors();
        }
        Owner process = Owner.read(path.resolve(PROCESS));
        return new RunSight(
                id(),
                words,
                owner,
                host,
                process == null ? 0 : process.processId(),
                startedAt(),
                stage,
                ending,
                exitCode,
                true,
                true);
    }

    private @Nullable Instant startedAt() {
        try {
            return Files.getLastModifiedTime(path.resolve(ORDER)).toInstant();
        } catch (IOException gone) {
            return null;
        }
    }

    /**
     * The end of the coordinator's process.
     *
     * @param code its exit code
     * @param lost the text about output that could not be stored; empty if all was stored
     */
    private record Exit(int code, String lost) {}

    private @Nullable Exit exit() {
        try {
            String text =
                    Files.readString(path.resolve(EXIT), StandardCharsets.UTF_8).strip();
            int end = text.indexOf(' ');
            return end < 0
                    ? new Exit(Integer.parseInt(text), "")
                    : new Exit(Integer.parseInt(text.substring(0, end)), text.substring(end + 1));
        } catch (IOException | NumberFormatException none) {
            return null;
        }
    }

    private boolean lives() {
        Owner owner = Owner.read(path.resolve(PROCESS));
        return (owner != null && owner.host().equals(host) && owner.isAlive())
                || RunFolder.isLocked(path.resolve(LOCK));
    }

    private String lastErrors() {
        try {
            List<String> lines = Files.readString(errors(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            return lines.isEmpty()
                    ? "its coordinator has ended and said nothing"
                    : String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException unreadable) {
            return "its coordinator has ended and said nothing";
        }
    }

    /**
     * Returns the coordinator's output from these byte offsets on: at most {@code PIECE_BYTES} of standard output and
     * as much of standard error.
     *
     * @param before the state of the run before the output is read
     */
    public HostRuns.RunOutput output(long outFrom, long errorsFrom, RunSight before) throws IOException {
        return new HostRuns.RunOutput(piece(out(), outFrom), piece(errors(), errorsFrom), before);
    }

    private static byte[] piece(Path file, long from) throws IOException {
        if (from < 0) {
            throw new IllegalArgumentException("expected a place from 0 on, found " + from);
        }
        try (FileChannel content = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer piece = ByteBuffer.allocate((int) Math.max(0, Math.min(PIECE_BYTES, content.size() - from)));
            int read = 0;
            while (piece.hasRemaining() && read >= 0) {
                read = content.read(piece, from + piece.position());
            }
            byte[] bytes = new byte[piece.position()];
            piece.flip().get(bytes);
            return bytes;
        } catch (NoSuchFileException none) {
            return new byte[0];
        }
    }

    /**
     * Returns the files in the run's working folder, sorted by path. Files that the starter of the run has sent are
     * left out unless they have changed. Links are left out too, since they may lead out of the folder.
     *
     * @throws PlanException if there are too many files
     */
    public List<HostRuns.RunFile> files() throws IOException {
        List<Path> all;
        try (Stream<Path> walked = Files.walk(work())) {
            all = walked.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .limit(MOST_FILES + 1L)
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
        if (all.size() > MOST_FILES) {
            throw new PlanException("expected at most " + MOST_FILES + " files in " + work() + ", found more");
        }
        List<FileReference> sent = order().files();
        List<HostRuns.RunFile> files = new ArrayList<>();
        for (Path file : all) {
            String name = work().relativize(file).toString().replace('\\', '/');
            HostRuns.RunFile found = new HostRuns.RunFile(name, Files.size(file), Digests.of(file));
            if (sent.stream()
                    .noneMatch(its -> its.name().equals(name) && its.digest().equals(found.digest()))) {
                files.add(found);
            }
        }
        return files;
    }

    /**
     * Returns the next bytes of a file in the working folder from an offset on; none at its end.
     *
     * @throws PlanException if there is no such file
     */
    public byte[] piece(String file, long from) throws IOException {
        Path named = work().resolve(file).normalize();
        if (!named.startsWith(work())
                || !Files.isRegularFile(named, LinkOption.NOFOLLOW_LINKS)
                || isThroughLink(named)) {
            throw new PlanException("expected a file of run " + id() + ", found none called '"
                    + file.replaceAll("\\p{Cntrl}", "?") + "'");
        }
        return piece(named, from);
    }

    private boolean isThroughLink(Path file) throws IOException {
        return !file.toRealPath().startsWith(work().toRealPath());
    }

    void delete() throws IOException {
        RunFolder.deleteAll(path);
    }

    /** Returns the size in bytes of all files in this folder. */
    long bytes() throws IOException {
        try (Stream<Path> walked = Files.walk(path)) {
            long bytes = 0;
            for (Path file : walked.toList()) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    bytes += Files.size(file);
                }
            }
            return bytes;
        }
    }

    @Override
    public String toString() {
        return "detached run " + id() + " in " + path;
    }
}
