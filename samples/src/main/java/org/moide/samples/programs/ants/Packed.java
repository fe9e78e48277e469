package org.moide.samples.programs.ants;

import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** The colours of a picture, compressed, since many pictures are kept until the end of the run. */
final class Packed implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final int BUFFER_BYTES = 1 << 14;

    private final int length;
    private final byte[] deflated;

    private Packed(int length, byte[] deflated) {
        this.length = length;
        this.deflated = deflated;
    }

    static Packed of(byte[] colours) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(colours);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return new Packed(colours.length, out.toByteArray());
        } finally {
            deflater.end();
        }
    }

    byte[] colours() {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(deflated);
            byte[] colours = new byte[length];
            int found = inflater.inflate(colours);
            if (found != length) {
                throw new IllegalStateException("expected a picture of " + length + " cells, found " + found);
            }
            return colours;
        } catch (DataFormatException damaged) {
            throw new IllegalStateException("expected a picture that was packed here, found other bytes", damaged);
        } finally {
            inflater.end();
        }
    }
}
