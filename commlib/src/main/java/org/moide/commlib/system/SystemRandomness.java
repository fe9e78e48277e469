package org.moide.commlib.system;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Fresh randomness from the operating system, for secrets, challenges and unique names. Any thread may call it. */
public final class SystemRandomness {
    /** The random bytes of a node ID: with 64 bits, two processes of one role in one place never get the same. */
    private static final int NODE_ID_BYTES = 8;

    private final SecureRandom source = new SecureRandom();

    /** Returns the JDK's generator, for code that needs one. */
    public SecureRandom generator() {
        return source;
    }

    /** Returns random bytes that cannot be predicted. */
    public byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        source.nextBytes(bytes);
        return bytes;
    }

    /** Returns a fresh random seed for a generator of numbers that need not be secret. */
    public long seed() {
        return source.nextLong();
    }

    /**
     * Returns a node ID of this process, such as {@code engine-3-4711-a0b1c2d3e4f50617}: role, process ID, random
     * digits.
     */
    public String nodeId(String role) {
        long processId = ProcessHandle.current().pid();
        return role + "-" + processId + "-" + HexFormat.of().formatHex(bytes(NODE_ID_BYTES));
    }
}
