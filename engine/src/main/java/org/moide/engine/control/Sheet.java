package org.moide.engine.control;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.moide.commlib.wire.CallValues;
import org.moide.engine.loading.Digests;

/**
 * An encoded and compressed command that is the same for all engines. Its name is the SHA-256 of its bytes, so an
 * engine that got the name from the coordinator can take the bytes from any engine. Immutable.
 */
public final class Sheet {
    /** Longest sheet, in bytes. A registration has some 100 bytes for each of at most 65,536 engines. */
    public static final int MOST_BYTES = 64 << 20;

    private final String name;
    private final byte[] bytes;

    private Sheet(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    /**
     * Encodes and compresses a command.
     *
     * @throws IOException if the command cannot be encoded, or is too long
     */
    public static Sheet of(EngineCommand command) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream all = new DeflaterOutputStream(packed)) {
            for (byte[] piece : CallValues.encode(command)) {
                all.write(piece);
            }
        }
        byte[] bytes = packed.toByteArray();
        if (bytes.length > MOST_BYTES) {
            throw new InvalidObjectException(
                    "expected at most " + MOST_BYTES + " bytes of a command, found " + bytes.length);
        }
        return new Sheet(Digests.of(bytes), bytes);
    }

    /**
     * Makes a sheet, an encoded command, from bytes of another process.
     *
     * @throws InvalidObjectException if the SHA-256 of the bytes is not {@code name}
     */
    static Sheet given(String name, byte[] bytes) throws InvalidObjectException {
        if (bytes.length > MOST_BYTES || !Digests.of(bytes).equals(name)) {
            throw new InvalidObjectException(
                    "expected the bytes whose SHA-256 is " + name + ", found " + bytes.length + " others");
        }
        return new Sheet(name, bytes);
    }

    public String name() {
        return name;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Decodes the command for the engine with this number. */
    EngineCommand toldTo(int engine) throws IOException {
        Object read;
        try {
            read = CallValues.decode(pieces(), EngineCommand.class.getClassLoader());
        } catch (ClassNotFoundException unknown) {
            throw new InvalidObjectException("expected a command of ours, found " + unknown);
        }
        if (read instanceof EngineCommand.Register register) {
            return register.toldTo(engine);
        } else if (read instanceof EngineCommand.Start start) {
            return start;
        }
        throw new InvalidObjectException("expected a command for many engines, found " + read);
    }

    private byte[][] pieces() throws IOException {
        List<byte[]> pieces = new ArrayList<>();
        try (InputStream all = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
            byte[] piece = all.readNBytes(CallValues.MOST_PIECE_BYTES);
            for (long read = piece.length; piece.length > 0; read += piece.length) {
                if (read > MOST_BYTES) {
                    throw new InvalidObjectException(
                            "expected at most " + MOST_BYTES + " bytes of a command, found more");
                }
                pieces.add(piece);
                piece = all.readNBytes(CallValues.MOST_PIECE_BYTES);
            }
        }
        return pieces.toArray(byte[][]::new);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes with SHA-256 " + name;
    }
}
