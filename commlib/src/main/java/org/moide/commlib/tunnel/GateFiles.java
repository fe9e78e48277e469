package org.moide.commlib.tunnel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that record which ports of a host belong to gates of MOIDE. Each process that a tunnel may lead to writes one,
 * with its process number. So a connection through a tunnel reaches only these ports, not other services on loopback.
 * Any thread and several processes may use them.
 */
final class GateFiles {
    private static final String PREFIX = "gate-";
    private static final int MOST_BYTES = 32;

    private final Path folder;

    GateFiles(Path folder) {
        this.folder = folder;
    }

    /** Records that this process has a gate at a port. Removes the files of processes that have ended. */
    void put(int port) throws IOException {
        UnixPlace.requireOwn(folder);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, PREFIX + "[0-9]*")) {
            for (Path one : all) {
                has(Integer.parseInt(one.getFileName().toString().substring(PREFIX.length())));
            }
        } catch (NumberFormatException notOurs) {
            // Such a file is not counted as a gate.
        }
        Files.writeString(file(port), Long.toString(ProcessHandle.current().pid()), StandardCharsets.US_ASCII);
    }

    /** Removes the record of a port. */
    void remove(int port) {
        try {
            Files.deleteIfExists(file(port));
        } catch (IOException stays) {
            // The file is ignored once its process has ended.
        }
    }

    /** Returns whether a process that is still alive has a gate at a port. */
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
