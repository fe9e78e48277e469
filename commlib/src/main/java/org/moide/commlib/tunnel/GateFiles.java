package org.moide.commlib.tunnel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files that say which ports of a host are gates of ours: each process that a tunnel may lead to leaves one, with
 * its number. So whoever comes through a tunnel reaches those and nothing else that listens on loopback. Any thread,
 * several processes.
 */
final class GateFiles {
    private static final String PREFIX = "gate-";
    private static final int MOST_BYTES = 32;

    private final Path folder;

    GateFiles(Path folder) {
        this.folder = folder;
    }

    /** Notes that this process has a gate there. What processes have left that ended otherwise goes. */
    void put(int port) throws IOException {
        UnixPlace.requireOwn(folder);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, PREFIX + "[0-9]*")) {
            for (Path one : all) {
                has(Integer.parseInt(one.getFileName().toString().substring(PREFIX.length())));
            }
        } catch (NumberFormatException notOurs) {
            // It does not count as a gate.
        }
        Files.writeString(file(port), Long.toString(ProcessHandle.current().pid()), StandardCharsets.US_ASCII);
    }

    /** Notes that it has none there any more. */
    void remove(int port) {
        try {
            Files.deleteIfExists(file(port));
        } catch (IOException stays) {
            // Of a process that has ended it does not count.
        }
    }

    /** Returns whether a process that is alive has a gate there. */
    boolean has(int port) {
        Path file = file(port);
        try {
            if (Files.size(file) > MOST_BYTES) {
                return false;
            }
            long pid = Long.parseLong(Files.readString(file, StandardCharsets.US_ASCII));
            boolean alive = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
            if (!alive) {
                remove(port);
            }
            return alive;
        } catch (IOException | NumberFormatException none) {
            return false;
        }
    }

    private Path file(int port) {
        return folder.resolve(PREFIX + port);
    }
}
