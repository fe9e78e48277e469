package org.moide.coordinator.commit;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.StateDigest;
import org.moide.engine.loading.Digests;

/**
 * Converts a commit to the content of a file and back. The first line of the file is the SHA-256 of the rest, which is
 * JSON, so that an incomplete or damaged file is noticed.
 *
 * @param origin the program that made the checkpoint
 */
record CommitText(Origin origin, Commit commit) {
    private static final String FORM = "moide-commit-1 ";

    private record Fields(
            CheckpointName checkpoint,
            Origin origin,
            List<Integer> threads,
            List<Double> powers,
            boolean redistributes,
            List<StateDigest> states,
            List<Long> heard,
            Map<String, String> results) {}

    byte[] bytes() {
        Map<String, String> results = new LinkedHashMap<>();
        commit.results().forEach((name, value) -> results.put(name, ResultText.of(value)));
        String fields = gson().toJson(new Fields(
                commit.checkpoint(),
                origin,
                commit.threads(),
                commit.powers(),
                commit.redistributes(),
                commit.states(),
                commit.heard(),
                results));
        byte[] body = fields.getBytes(StandardCharsets.UTF_8);
        String head = FORM + Digests.of(body) + "\n";
        return (head + fields).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads the content of a file.
     *
     * @throws IOException if the content is no commit of this format or is damaged; the message says what is wrong
     */
    static CommitText of(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        String body = text.substring(end + 1);
        String head = FORM + Digests.of(body.getBytes(StandardCharsets.UTF_8));
        if (end < 0 || !text.substring(0, end).equals(head)) {
            throw new IOException("expected what was written there, found other bytes (" + bytes.length + " of them)");
        }
        try {
            Fields read = gson().fromJson(body, Fields.class);
            Map<String, Serializable> results = new LinkedHashMap<>();
            read.results().forEach((name, value) -> results.put(name, ResultText.value(value)));
            return new CommitText(
                    read.origin(),
                    new Commit(
                            read.checkpoint(),
                            read.threads(),
                            read.powers(),
                            read.redistributes(),
                            read.states(),
                            read.heard(),
                            results));
        } catch (JsonParseException | IllegalArgumentException | NullPointerException other) {
            throw new IOException("expected the commit of a checkpoint, found something else: " + other, other);
        }
    }

    private static Gson gson() {
        return new GsonBuilder()
                .setPrettyPrinting()
                .disableHtmlEscaping()
                .serializeSpecialFloatingPointValues()
                .create();
    }
}
