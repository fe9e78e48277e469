package org.moide.hosts.tunnel;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.tunnel.UnixPlace;

/**
 * The folder of one process's Unix sockets. Only the user can read it, and it lies on a local disk, since sockets need
 * one. Making a folder also removes the folders of processes that were killed.
 *
 * @param folder the folder's path
 */
record StarFolder(Path folder) {
    private static final String PREFIX = "moide-tunnel-";
    private static final Pattern NAME = Pattern.compile("moide-tunnel-([0-9]{1,9})-[0-9]+");

    /** Makes a folder in the system's folder for temporary files. */
    static StarFolder make() throws IOException {
        return makeIn(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    }

    static StarFolder makeIn(Path above) throws IOException {
        sweep(above);
        return new StarFolder(Files.createTempDirectory(
                above, PREFIX + ProcessHandle.current().pid() + "-", OwnerOnly.FOLDER));
    }

    private static void sweep(Path above) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(above, PREFIX + "*")) {
            for (Path one : all) {
                Matcher name = NAME.matcher(one.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    removeIfOwn(one);
                }
            }
        } catch (IOException unreadable) {
            // A folder that stays takes little room, and the next process tries again.
        }
    }

    private static void removeIfOwn(Path left) {
        try {
            UnixPlace.requireOwn(left);
            new StarFolder(left).remove();
        } catch (IOException others) {
            // The folder belongs to another user or is being removed; other left folders are still examined.
        }
    }

    /** Removes the sockets and the folder. Failures are ignored. */
    void remove() {
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder)) {
            for (Path socket : sockets) {
                Files.deleteIfExists(socket);
            }
            Files.deleteIfExists(folder);
        } catch (IOException stays) {
            // The next process of this user tries again.
        }
    }
}
