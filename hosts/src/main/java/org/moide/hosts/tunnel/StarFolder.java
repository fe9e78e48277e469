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
 * The folder of one process's sockets: for its user only, and on a disk of this host, as the kernel wants it for
 * sockets. Folders of processes that were killed are removed when the next is made.
 *
 * @param folder where they are
 */
record StarFolder(Path folder) {
    private static final String PREFIX = "moide-tunnel-";
    private static final Pattern NAME = Pattern.compile("moide-tunnel-([0-9]{1,9})-[0-9]+");

    /** Makes a folder. */
    static StarFolder make() throws IOException {
        return makeIn(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    }

    /** Makes a folder in {@code above}. */
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
            // What is left takes little room, and the next process tries again.
        }
    }

    private static void removeIfOwn(Path left) {
        try {
            UnixPlace.requireOwn(left);
            new StarFolder(left).remove();
        } catch (IOException others) {
            // Another user's, or being removed: no reason to leave the rest.
        }
    }

    /** Removes the folder, which is not needed any more. */
    void remove() {
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder)) {
            for (Path socket : sockets) {
                Files.deleteIfExists(socket);
            }
            Files.deleteIfExists(folder);
        } catch (IOException stays) {
            // The next process of this user's tries again.
        }
    }
}
