package org.moide.commlib.message;

import java.io.Serializable;
import java.util.Objects;

/**
 * A piece of a long message.
 *
 * @param bytes as many as requested if accepted, otherwise none; not to be changed
 * @param explanation the reason of a refusal; empty if accepted
 */
@SuppressWarnings("ArrayRecordComponent") // bulk bytes; no code compares the records
public record Chunk(Verdict verdict, byte[] bytes, String explanation) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Chunk {
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(bytes, "bytes");
        Objects.requireNonNull(explanation, "explanation");
    }

    @Override
    public String toString() {
        return "Chunk[" + verdict + ", " + bytes.length + " bytes, " + explanation + "]";
    }
}
