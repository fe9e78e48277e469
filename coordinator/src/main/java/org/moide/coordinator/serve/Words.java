package org.moide.coordinator.serve;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The words of a command, as bytes. */
public final class Words {
    private Words() {}

    public static byte[] encode(List<String> words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (String word : words) {
                Values.text(word, out);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * The words that these bytes are.
     *
     * @throws IOException if they are none
     */
    public static List<String> decode(byte[] bytes) throws IOException {
        List<String> words = new ArrayList<>();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        while (in.available() > 0) {
            words.add(Values.text(in));
        }
        return words;
    }
}
