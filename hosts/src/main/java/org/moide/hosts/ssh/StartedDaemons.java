package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;

/**
 * The daemons that this user has started by ssh and not ended. Each has a file in {@code ~/.moide/up}, which is written
 * before the daemon is started, so the record survives this process. Several threads and processes may use it at once.
 */
public final class StartedDaemons {
    /** The name of a host file that lists all daemons that are up, for {@code --hostfile}. */
    private static final String HOSTS = "hosts";

    /** The limit on the number of bytes of a daemon's file. Such a file usually has a few hundred bytes. */
    private static final int MOST_BYTES = 1 << 16;

    private final Path folder;

    /**
     * Creates the object for a folder that may not exist yet.
     *
     * @param folder the folder of the files; created when the first daemon is recorded
     */
    public StartedDaemons(Path folder) {
        this.folder = folder;
    }

    /** Returns the path of the host file that lists all daemons that are up. */
    public Path hostFile() {
        return folder.resolve(HOSTS);
    }

    /**
     * Reads all daemons, sorted by the names of their hosts.
     *
     * @throws PlanException if a file cannot be read
     */
    public List<StartedDaemon> all() {
        List<Path> files;
        try (Stream<Path> entries = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
            files = entries.filter(file -> StartedDaemon.ID
                            .matcher(file.getFileName().toString())
                            .matches())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "cannot read " + folder + ": " + FileTrouble.whenReading(unreadable), unreadable);
        }
        List<StartedDaemon> all = new ArrayList<>();
        for (Path file : files) {
            try {
                String text = TextFile.read(file, "expected what 'moide up' has written, ", MOST_BYTES);
                all.add(StartedDaemon.of(file.getFileName().toString(), text));
            } catch (IllegalArgumentException wrong) {
                throw new PlanException(
                        file + ": " + wrong.getMessage() + "; remove the file if it is not needed", wrong);
            }
        }
        all.sort(Comparator.comparing(StartedDaemon::host).thenComparing(StartedDaemon::id));
        return all;
    }

    /** Writes a daemon's file, or replaces it. */
    void put(StartedDaemon daemon) {
        write(folder.resolve(daemon.id()), daemon.text());
    }

    /** Removes the file of a daemon that has ended. */
    void remove(StartedDaemon daemon) {
        try {
            Files.deleteIfExists(folder.resolve(daemon.id()));
        } catch (IOException stays) {
            throw new UncheckedIOException(
                    "cannot remove " + folder.resolve(daemon.id()) + ": " + FileTrouble.whenWriting(stays), stays);
        }
    }

    /** Writes the host file of the daemons that are up. If none is up, removes the host file and the empty folder. */
    public void writeHostFile() {
        StringBuilder text = new StringBuilder();
        for (StartedDaemon daemon : all()) {
            DaemonAddress address = daemon.address();
            if (address != null && daemon.run().isEmpty()) {
                String slots = daemon.slots() == 0 ? "" : " slots=" + daemon.slots();
                text.append(String.format(Locale.ROOT, "%s%s%n", address, slots));
            }
        }
        if (text.length() > 0) {
            write(hostFile(), text.toString());
            return;
        }
        try {
            Files.deleteIfExists(hostFile());
            if (Files.isDirectory(folder) && isEmpty()) {
                Files.delete(folder);
            }
        } catch (IOException inUse) {
            // The folder is in use again: another command has just recorded a daemon and writes the host file itself.
        }
    }

    private boolean isEmpty() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    private void write(Path file, String text) {
        try {
            OwnerOnly.makeFolder(folder);
            Path draft = Files.createTempFile(folder, ".new", "");
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException impossible) {
            throw new UncheckedIOException(
                    "cannot write " + file + ": " + FileTrouble.whenWriting(impossible), impossible);
        }
    }
}
