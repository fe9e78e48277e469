package org.moide.commlib.system;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Fresh randomness from the operating system: secrets, challenges, names that must be unique. Any thread. */
public final class SystemRandomness {
    /** Enough that two processes of one role at one place never meet: 64 bits. */
    private static final int NODE_ID_BYTES = 8;

    private final SecureRandom source = new SecureRandom();

    /** The generator itself, for those who need one of the JDK's. */
    public SecureRandom generator() {
        return source;
    }

    /** Draws this many bytes that nobody can guess. */
    public byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        source.nextBytes(bytes);
        return bytes;
    }

    /** A seed for a generator that need not be secret. */
    public long seed() {
        return source.nextLong();
    }

    /** The node ID of this process, such as {@code engine-3-4711-a0b1c2d3e4f50617}: role, process ID, random digits. */
    public String nodeId(String role) {
        long processId = ProcessHandle.current().pid();
        return role + "-" + processId + "-" + HexFormat.of().formatHex(bytes(NODE_ID_BYTES));
    }
}
