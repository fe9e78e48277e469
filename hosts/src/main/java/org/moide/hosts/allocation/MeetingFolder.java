package org.moide.hosts.allocation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;

/**
 * A shared folder of small files through which processes that a batch system has started find each other. Several
 * threads and processes may use it at once.
 */
public final class MeetingFolder {
    private static final Pattern PORT = Pattern.compile("([0-9]{1,5})\\s*");
    private static final int MOST_BYTES = 4096;
    private static final int LAST_PORT = 65_535;

    private final Path folder;
    private final String who;
    private final String writer;

    /**
     * Creates the object for a folder; creates nothing on the disk.
     *
     * @param who the processes whose addresses the files hold, for error messages
     * @param writer the command that writes the files, for error messages
     */
    public MeetingFolder(Path folder, String who, String writer) {
        this.folder = folder;
        this.who = who;
        this.writer = writer;
    }

    /**
     * Returns the names of all files in the folder. A caller that wants to know whether one file exists also uses this
     * listing, because network file systems cache the answer to a question about a single name.
     */
    public Set<String> names() {
        Set<String> names = new HashSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "cannot read " + folder + ": " + FileTrouble.whenReading(unreadable), unreadable);
        }
        return names;
    }

    /**
     * Reads a file and matches its text with {@code form}.
     *
     * @throws PlanException if the text does not match
     */
    public Matcher read(String name, Pattern form) {
        Path file = folder.resolve(name);
        Matcher found = form.matcher(TextFile.read(file, "expected where " + who + " is, ", MOST_BYTES));
        if (!found.matches()) {
            throw new PlanException(file + ": expected what '" + writer + "' writes, found something else");
        }
        return found;
    }

    /**
     * Reads the port that a file holds.
     *
     * @throws PlanException if it holds no port
     */
    public int port(String name) {
        int port = Integer.parseInt(read(name, PORT).group(1));
        if (port < 1 || port > LAST_PORT) {
            throw new PlanException(folder.resolve(name) + ": expected a port, found " + port);
        }
        return port;
    }

    /** Removes these files; a file that does not exist is skipped. */
    public void remove(String... names) {
        try {
            for (String name : names) {
                Files.deleteIfExists(folder.resolve(name));
            }
        } catch (IOException stays) {
            throw stays(stays);
        }
    }

    /** Removes the files whose names match {@code ours}, and then the folder if it is empty. */
    public void removeAll(Pattern ours) {
        remove(names().stream().filter(name -> ours.matcher(name).matches()).toArray(String[]::new));
        try {
            Files.deleteIfExists(folder);
        } catch (IOException stays) {
            throw stays(stays);
        }
    }

    private UncheckedIOException stays(IOException why) {
        return new UncheckedIOException("cannot tidy up " + folder + ": " + FileTrouble.whenWriting(why), why);
    }
}
