package org.moide.command.history;

import com.google.gson.JsonParseException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.OwnerOnly;
import org.moide.coordinator.control.KeptRun;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;

/**
 * The history of this user's ended runs, in {@code ~/.moide/history}: a file for each of the latest runs, readable by
 * its owner only. Thread-safe.
 */
public final class RunHistory {
    /** The number of runs that are kept. */
    public static final int KEPT = 200;

    /**
     * The number of runs beyond {@link #KEPT} from which on old runs are deleted. Without this slack, the end of each
     * run would have to sort all files by age.
     */
    private static final int SLACK = 20;

    /** The pattern of a file's name: a run's ID and {@code .json}. */
    private static final Pattern NAME = Pattern.compile("[0-9a-z]{1,40}\\.json");

    private static final String ENDING = ".json";

    private final Path folder;

    /**
     * Creates the history of a folder.
     *
     * @param folder the folder, which need not exist yet
     */
    public RunHistory(Path folder) {
        this.folder = folder;
    }

    /** Returns the history in the folder of the cluster's secret. */
    public static RunHistory ofThisUser() {
        return new RunHistory(ClusterSecret.defaultFolder().resolve("history"));
    }

    /**
     * Stores a run in a file, which other processes see complete or not at all. The method does not wait for the disk,
     * since losing a history would do little harm.
     */
    public void keep(KeptReport run) throws IOException {
        OwnerOnly.makeFolder(folder);
        Path draft = folder.resolve("." + run.head().id() + ".part");
        Files.deleteIfExists(draft);
        Files.writeString(OwnerOnly.makeFile(draft), KeptText.text(run), StandardCharsets.UTF_8);
        Files.move(
                draft,
                folder.resolve(run.head().id() + ENDING),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        if (names().size() > KEPT + SLACK) {
            List<Path> files = files();
            for (Path old : files.subList(KEPT, files.size())) {
                Files.deleteIfExists(old);
            }
        }
    }

    /** Returns all runs, the latest first. Unreadable files are left out. */
    public List<KeptRun> all() {
        List<KeptRun> runs = new ArrayList<>();
        for (Path file : files()) {
            KeptRun run = runs.size() < KEPT ? head(file) : null;
            if (run != null) {
                runs.add(run);
            }
        }
        runs.sort(Comparator.comparing(KeptRun::endedAt).reversed());
        return runs;
    }

    private static @Nullable KeptRun head(Path file) {
        try (Reader text = Files.newBufferedReader(file)) {
            return KeptText.head(text);
        } catch (IOException | JsonParseException unreadable) {
            return null;
        }
    }

    /**
     * Returns the run that the user means.
     *
     * @param name the run's ID or a beginning of it; {@code last} for the latest
     * @throws PlanException if there is none or more than one, or if it cannot be read
     */
    public KeptReport find(String name) {
        List<KeptRun> all = all();
        KeptRun found = named(name, all);
        if (found != null) {
            return read(found, text(found.id()), String.valueOf(folder.resolve(found.id() + ENDING)));
        }
        for (Path file : names()) {
            if (!name.isEmpty() && String.valueOf(file.getFileName()).startsWith(name)) {
                throw new PlanException("expected a run that 'moide run' kept in " + file + ", found something else");
            }
        }
        throw new PlanException("expected a run that has ended, called " + name + ", found none in " + folder
                + "; 'moide history' shows all");
    }

    /**
     * Returns the stored data of a run, as text.
     *
     * @param id the run's whole ID
     * @throws PlanException if there is no such run
     */
    public String text(String id) {
        if (!NAME.matcher(id + ENDING).matches()) {
            throw new PlanException("expected the ID of a run, found another text");
        }
        return TextFile.read(folder.resolve(id + ENDING), "");
    }

    /**
     * Reads the stored data of a run from text.
     *
     * @param text the text, which {@link #text} has returned on this or another host
     * @param where the file or the host from which the text comes, for the error
     * @throws PlanException if the text is no data of a run
     */
    public static KeptReport read(KeptRun run, String text, String where) {
        try {
            return KeptText.report(run, text);
        } catch (JsonParseException malformed) {
            throw new PlanException(
                    "expected a run that 'moide run' kept in " + where + ", found something else", malformed);
        }
    }

    /**
     * Returns the run that the user means.
     *
     * @param name the run's ID or the beginning of it; {@code last} for the latest run
     * @param all the runs to search, the latest first
     * @return the run; null if there is none
     * @throws PlanException if the name fits more than one
     */
    public static @Nullable KeptRun named(String name, List<KeptRun> all) {
        List<KeptRun> found = name.equals("last")
                ? all.subList(0, Math.min(1, all.size()))
                : all.stream().filter(run -> run.id().equals(name)).toList();
        if (found.isEmpty()) {
            found = all.stream().filter(run -> run.id().startsWith(name)).toList();
        }
        if (found.size() > 1) {
            List<String> ids = found.stream().map(KeptRun::id).toList();
            throw new PlanException("expected the ID of one run, found '" + name + "', with which " + ids.size()
                    + " begin: " + String.join(" ", ids.subList(0, Math.min(8, ids.size())))
                    + (ids.size() > 8 ? " ..." : ""));
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** Returns the files of all runs, the latest first. */
    private List<Path> files() {
        record Aged(Path file, long millis) {}
        return names().stream()
                .map(file -> new Aged(file, millis(file)))
                .sorted(Comparator.comparingLong(Aged::millis).reversed())
                .map(Aged::file)
                .toList();
    }

    private List<Path> names() {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(file ->
                            NAME.matcher(String.valueOf(file.getFileName())).matches())
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private static long millis(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException gone) {
            return 0;
        }
    }
}
