package org.moide.commlib.tunnel;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/**
 * Opens and checks Unix domain sockets in folders that only this user can enter. A user who could enter the folder
 * could intercept or offer a connection, so the folder is checked each time; the kernel also tells which user is at the
 * other end. Any thread may call it.
 */
public final class UnixPlace {
    /** The longest path that the kernel accepts, without the final zero byte. */
    public static final int MOST_PATH_BYTES = 107;

    private static final int BACKLOG = 256;
    private static final String OWN_ONLY = "rwx------";

    private UnixPlace() {}

    /**
     * Opens a listening channel at a Unix domain socket.
     *
     * @throws IOException if others can enter its folder, the path is too long, or the file exists
     */
    static ServerSocketChannel listen(Path socket) throws IOException {
        UnixDomainSocketAddress address = address(socket);
        ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            return listening.bind(address, BACKLOG);
        } catch (IOException impossible) {
            listening.close();
            throw new IOException("cannot listen at " + socket + ": " + impossible.getMessage(), impossible);
        }
    }

    /**
     * Checks a socket's path and returns its address.
     *
     * @throws IOException as {@link #listen}
     */
    static UnixDomainSocketAddress address(Path socket) throws IOException {
        int bytes = socket.toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_PATH_BYTES) {
            throw new IOException("expected a path of at most " + MOST_PATH_BYTES + " bytes for a socket, found "
                    + bytes + ": " + socket + "; set MOIDE_HOME to a shorter folder");
        }
        Path folder = socket.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("expected a socket in a folder, found " + socket);
        }
        requireOwn(folder);
        return UnixDomainSocketAddress.of(socket);
    }

    /**
     * Checks that a folder belongs to this user and that only its owner may enter it.
     *
     * @throws IOException that says what is wrong
     */
    public static void requireOwn(Path folder) throws IOException {
        PosixFileAttributes found = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        String mode = PosixFilePermissions.toString(found.permissions());
        if (!found.isDirectory() || !mode.equals(OWN_ONLY)) {
            throw new IOException("expected that only its owner may enter the folder " + folder + " (" + OWN_ONLY
                    + "), found " + (found.isDirectory() ? mode : "no folder") + ": remove it");
        }
        if (!found.owner().equals(self())) {
            throw new IOException("expected a folder of this user's, found that " + folder + " is "
                    + found.owner().getName() + "'s");
        }
    }

    /**
     * Checks that the process at the other end belongs to this user.
     *
     * @throws IOException if it belongs to another user
     */
    static void requireOwnPeer(SocketChannel connected) throws IOException {
        UnixDomainPrincipal peer = connected.getOption(ExtendedSocketOptions.SO_PEERCRED);
        if (!peer.user().equals(self())) {
            throw new IOException("expected a process of this user's at the other end, found one of "
                    + peer.user().getName());
        }
    }

    private static UserPrincipal self() throws IOException {
        return Files.getOwner(Path.of("/proc/self"));
    }
}
