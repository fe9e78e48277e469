package org.moide.commlib.security;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files that only their owner may read. On a file system without such permissions, checks always pass. */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> OTHERS =
            EnumSet.complementOf(EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
    private static final Path SELF = Path.of("/proc/self");

    public static final FileAttribute<?>[] FOLDER = attributes("rwx------");
    static final FileAttribute<?>[] FILE = attributes("rw-------");

    private OwnerOnly() {}

    private static boolean posix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] attributes(String permissions) {
        return posix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Returns the folder of {@code file}; makes it if there is none. */
    static Path folder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            throw new IOException("expected a file in a folder, found " + file);
        }
        if (Files.notExists(folder)) {
            Files.createDirectories(folder, FOLDER);
        }
        return folder;
    }

    /** Makes a folder, and missing folders above it, for its owner only. An existing folder does not change. */
    public static void makeFolder(Path folder) throws IOException {
        Files.createDirectories(folder, FOLDER);
    }

    /** Makes an empty file for its owner only, so that others never see what is written into it. */
    public static Path makeFile(Path file) throws IOException {
        return Files.createFile(file, FILE);
    }

    static void restrict(Path file) throws IOException {
        if (posix()) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    /**
     * Checks a file's permissions and owner.
     *
     * @throws GateException if others may read it, or another user owns it
     */
    static void check(Path file) throws IOException {
        if (!posix()) {
            return;
        }
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(file);
        if (found.stream().anyMatch(OTHERS::contains)) {
            throw new GateException("expected that only the owner may read " + file + " (rw-------), found "
                    + PosixFilePermissions.toString(found) + ": run 'chmod 600 " + file
                    + "', and make a new one if others may have read it");
        }
        if (Files.exists(SELF) && !Files.getAttribute(file, "unix:uid").equals(Files.getAttribute(SELF, "unix:uid"))) {
            throw new GateException("expected that this user owns " + file + ", found "
                    + Files.getOwner(file).getName() + ": use one of your own");
        }
    }
}
