package org.moide.command.runs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.loading.Digests;

/**
 * The outcome of copying a detached run's files.
 *
 * @param names the names of the files that are now on this machine, in order
 * @param lines lines for the user about files that could not be copied
 */
public record FetchedFiles(List<String> names, List<String> lines) {
    public FetchedFiles {
        names = List.copyOf(names);
        lines = List.copyOf(lines);
    }

    /**
     * Copies all files that the run has written, each completely or not at all.
     *
     * @param folder the destination, created if it does not exist
     * @param force whether to overwrite existing files
     * @throws PlanException if the host names a file outside the folder
     */
    public static FetchedFiles into(Path folder, KnownRuns.Found run, boolean force) throws IOException {
        List<String> names = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        Path root = folder.toAbsolutePath().normalize();
        requireNoFileInTheWay(root);
        for (HostRuns.RunFile file : run.host().files(run.id())) {
            Path place = place(root, file.path());
            boolean there = Files.exists(place, LinkOption.NOFOLLOW_LINKS);
            if (there && Files.isRegularFile(place) && Digests.of(place).equals(file.digest())) {
                names.add(file.path());
            } else if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
                lines.add("left " + file.path() + ": a folder is there already; --to names another place");
            } else if (there && !force) {
                lines.add("left " + file.path() + ": another file is there already; --force overwrites it");
            } else {
                bring(run, file, place);
                names.add(file.path());
            }
        }
        return new FetchedFiles(names, lines);
    }

    private static void requireNoFileInTheWay(Path root) {
        for (Path above = root; above != null; above = above.getParent()) {
            if (Files.exists(above) && !Files.isDirectory(above)) {
                throw new PlanException("--to: expected a folder, or the place for one, found the file " + above);
            }
        }
    }

    /** Returns the path for a file name that the other host has sent. Refuses a name that leads out of the folder. */
    private static Path place(Path root, String named) {
        try {
            Path place = root.resolve(named).normalize();
            if (place.startsWith(root) && !place.equals(root)) {
                for (Path above = place.getParent(); above != null && !above.equals(root); above = above.getParent()) {
                    if (Files.isSymbolicLink(above)) {
                        throw new PlanException("expected a folder, found the link " + above);
                    }
                }
                return place;
            }
        } catch (InvalidPathException impossible) {
            // reported below
        }
        throw new PlanException("expected a file below the run's folder, found '" + named.replaceAll("\\p{Cntrl}", "?")
                + "' in what the host says");
    }

    private static void bring(KnownRuns.Found run, HostRuns.RunFile file, Path place) throws IOException {
        Path folder = place.getParent();
        if (folder == null) {
            throw new PlanException("expected a file in a folder, found " + place);
        }
        Files.createDirectories(folder);
        Path part = Files.createTempFile(folder, ".moide-", ".part");
        try {
            MessageDigest digest = Digests.sha256();
            try (OutputStream out = Files.newOutputStream(part)) {
                long at = 0;
                while (at < file.bytes()) {
                    byte[] piece = run.host().piece(run.id(), file.path(), at);
                    if (piece.length == 0) {
                        break;
                    }
                    out.write(piece);
                    digest.update(piece);
                    at += piece.length;
                }
            }
            if (!HexFormat.of().formatHex(digest.digest()).equals(file.digest())) {
                throw new PlanException(
                        "expected " + file.path() + " as it was when it was looked at, found other bytes: the run"
                                + " writes it; fetch it again when it has ended");
            }
            Files.move(part, place, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException impossible) {
            throw new IOException("cannot write " + place + ": " + FileTrouble.whenWriting(impossible), impossible);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
