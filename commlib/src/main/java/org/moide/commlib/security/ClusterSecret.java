package org.moide.commlib.security;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.UserHome;

/**
 * The secret that the processes of one cluster share: whoever has it may run code on its hosts. It is kept in a file
 * that only its owner may read; a child process gets it by its standard input. Immutable, never printed.
 */
public final class ClusterSecret {
    /** The least length: fewer than 16 bytes could be guessed. */
    private static final int MINIMUM_BYTES = 16;

    private static final int FRESH_BYTES = 32;
    /** The longest file: a longer one is not a secret. */
    private static final int MAXIMUM_FILE_BYTES = 4096;

    private final SecretKeySpec key;

    private ClusterSecret(byte[] bytes) {
        if (bytes.length < MINIMUM_BYTES) {
            throw new IllegalArgumentException(
                    "expected a secret of at least " + MINIMUM_BYTES + " bytes, found " + bytes.length);
        }
        this.key = new SecretKeySpec(bytes, "HmacSHA256");
    }

    /** Returns the secret that consists of these bytes. */
    public static ClusterSecret of(byte[] bytes) {
        return new ClusterSecret(bytes.clone());
    }

    /** Parses the text that {@link #toText} returns. */
    public static ClusterSecret fromText(String text) {
        return new ClusterSecret(HexFormat.of().parseHex(text.strip()));
    }

    /** Returns hexadecimal digits, for the file and for a child's standard input; never for a log. */
    public String toText() {
        return HexFormat.of().formatHex(key.getEncoded());
    }

    /**
     * Returns the folder {@code .moide} in the {@linkplain UserHome user's home}, which all processes of this user
     * share.
     */
    public static Path defaultFolder() {
        return UserHome.folder().resolve(".moide");
    }

    /** Returns the default file of the secret: the file {@code secret} in {@link #defaultFolder}. */
    public static Path defaultFile() {
        return defaultFolder().resolve("secret");
    }

    /**
     * Reads the cluster's secret from its file.
     *
     * @throws GateException if there is none, it belongs to another user, or others can read it; its message says what
     *     to do
     */
    public static ClusterSecret load(Path file) {
        String text;
        try {
            check(file);
            text = Files.readString(file, StandardCharsets.US_ASCII);
        } catch (NoSuchFileException e) {
            throw new GateException(
                    "expected the cluster's secret in " + file
                            + ", found no such file: make one with 'moide key', or copy"
                            + " the file from another host of the cluster",
                    e);
        } catch (IOException e) {
            throw new GateException("cannot read the cluster's secret " + file + ": " + FileTrouble.whenReading(e), e);
        }
        try {
            return fromText(text);
        } catch (IllegalArgumentException e) {
            throw new GateException(
                    "expected at least " + 2 * MINIMUM_BYTES + " hexadecimal digits in " + file
                            + ", found something else: copy the file from another host, or delete it and make a new one",
                    e);
        }
    }

    /**
     * Reads the cluster's secret from its file, or makes one if there is none. If several processes do so at once, one
     * makes it and all read it.
     *
     * @throws GateException as {@link #load}
     */
    public static ClusterSecret loadOrCreate(Path file, SecureRandom randomness) {
        if (Files.notExists(file)) {
            create(file, randomness);
        }
        return load(file);
    }

    /**
     * Returns the secret of a process that listens. On loopback it is made if there is none. Beyond loopback there
     * must be one, since no other host could know a new one.
     *
     * @throws GateException as {@link #load}
     */
    public static ClusterSecret forListening(Path file, boolean beyondLoopback, SecureRandom randomness) {
        return beyondLoopback ? load(file) : loadOrCreate(file, randomness);
    }

    private static void create(Path file, SecureRandom randomness) {
        byte[] bytes = new byte[FRESH_BYTES];
        randomness.nextBytes(bytes);
        try {
            Path draft = Files.createTempFile(OwnerOnly.folder(file), "secret", ".new", OwnerOnly.FILE);
            try {
                Files.writeString(draft, HexFormat.of().formatHex(bytes) + "\n", StandardCharsets.US_ASCII);
                // A link appears completely or not at all, and never replaces a file that another process made
                // meanwhile.
                Files.createLink(file, draft);
            } finally {
                Files.delete(draft);
            }
        } catch (FileAlreadyExistsException e) {
            // Another process was faster; its secret is the cluster's.
        } catch (IOException e) {
            throw new GateException("cannot make the cluster's secret " + file + ": " + FileTrouble.whenWriting(e), e);
        } catch (UnsupportedOperationException e) {
            throw new GateException(
                    "cannot make the cluster's secret " + file + ": its file system has neither links nor modes", e);
        }
    }

    private static void check(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new GateException("expected a file with the cluster's secret, found "
                    + (Files.isDirectory(file) ? "a folder at " : "something else at ") + file.toAbsolutePath());
        }
        if (Files.size(file) > MAXIMUM_FILE_BYTES) {
            throw new GateException("expected a secret of at most " + MAXIMUM_FILE_BYTES + " bytes in " + file
                    + ", found " + Files.size(file) + ": is it another file?");
        }
        OwnerOnly.check(file);
    }

    /** Returns the HMAC-SHA-256 of this secret over a role's name and messages: 32 bytes. */
    public byte[] mac(String role, byte[]... messages) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(role.getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) 0);
            for (byte[] message : messages) {
                // The lengths keep two different sequences of messages from giving the same bytes.
                mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, message.length));
                mac.update(message);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    /** Returns eight digits by which users can compare the secrets of two hosts; they reveal nothing else about it. */
    public String keyId() {
        return HexFormat.of().formatHex(mac("moide key id"), 0, 4);
    }

    @Override
    public String toString() {
        return "secret " + keyId();
    }
}
