package org.moide.commlib.carrier;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A hash that is equal for two processes of one user on one running kernel that see each other's process numbers. It
 * covers the machine's boot ID, the name space of process numbers (PID namespace) and the user's number. Two containers
 * of a host have different marks.
 */
final class HostMark {
    static final int BYTES = 32;
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
    private static final Path SELF = Path.of("/proc/self");

    private HostMark() {}

    /**
     * Computes this process's mark, a hash of its host and user.
     *
     * @throws IOException if this system has no boot ID or no name spaces in /proc
     */
    static byte[] own() throws IOException {
        String text = Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(PROCESSES) + " "
                + Files.getAttribute(SELF, "unix:uid");
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
