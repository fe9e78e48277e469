package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.moide.command.report.RunSchema;

/** A reader of the file that {@code --report} has written. It checks the file against the schema. */
final class Json {
    private Json() {}

    static JsonObject read(Path file) throws IOException {
        String text = Files.readString(file);
        JsonObject report = JsonParser.parseString(text).getAsJsonObject();
        if (report.has("schemaVersion")) {
            assertThat(RunSchema.problems(text)).isEmpty();
        }
        return report;
    }
}
