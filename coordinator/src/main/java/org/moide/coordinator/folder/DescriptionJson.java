package org.moide.coordinator.folder;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.moide.coordinator.plan.PlanException;

/** Text of a run's description. Paths become absolute, since a reader may be in another folder. */
final class DescriptionJson {
    private static final Gson GSON = new GsonBuilder()
            .setPrettyPrinting()
            .disableHtmlEscaping()
            .registerTypeHierarchyAdapter(
                    Path.class,
                    new TextAdapter<Path>() {
                        @Override
                        String text(Path path) {
                            return path.toAbsolutePath().toString();
                        }

                        @Override
                        Path value(String text) {
                            return Path.of(text);
                        }
                    }.nullSafe())
            .registerTypeAdapter(
                    Instant.class,
                    new TextAdapter<Instant>() {
                        @Override
                        String text(Instant instant) {
                            return instant.toString();
                        }

                        @Override
                        Instant value(String text) {
                            return Instant.parse(text);
                        }
                    }.nullSafe())
            .create();

    private DescriptionJson() {}

    static String text(RunDescription description) {
        return GSON.toJson(description) + "\n";
    }

    /**
     * Reads a description.
     *
     * @param file the file that has the text, for the error
     * @throws PlanException if the text is no description, or names something that is no longer there
     */
    static RunDescription read(String text, Path file) {
        try {
            JsonElement found = JsonParser.parseString(text);
            RunDescription read = GSON.fromJson(found, RunDescription.class);
            if (read != null) {
                requireKnown(found, GSON.toJsonTree(read), "", file);
                return read;
            }
        } catch (PlanException gone) {
            throw gone;
        } catch (JsonParseException | IllegalArgumentException malformed) {
            if (malformed.getCause() instanceof PlanException gone) {
                throw gone;
            }
            throw new PlanException("expected a run's description in " + file + ", found something else", malformed);
        } catch (RuntimeException refused) {
            // A record that refuses its values: the parser wraps what its constructor threw.
            for (Throwable cause = refused.getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof PlanException gone) {
                    throw gone;
                }
            }
            throw new PlanException("expected a run's description in " + file + ", found something else", refused);
        }
        throw new PlanException("expected a run's description in " + file + ", found nothing");
    }

    /**
     * Refuses a field that another version wrote and this one does not know. A resumed run would go on without it, and
     * nobody would notice.
     */
    private static void requireKnown(JsonElement found, JsonElement known, String name, Path file) {
        if (!found.isJsonObject() || !known.isJsonObject()) {
            return;
        }
        found.getAsJsonObject().asMap().forEach((key, value) -> {
            JsonElement its = known.getAsJsonObject().get(key);
            String whole = name.isEmpty() ? key : name + "." + key;
            if (its == null) {
                throw new PlanException("expected a run's description of this version of MOIDE in " + file + ", found '"
                        + whole + "', which another has written: that one goes on with the run");
            }
            requireKnown(value, its, whole, file);
        });
    }

    /** A value that is one string. */
    private abstract static class TextAdapter<T> extends TypeAdapter<T> {
        abstract String text(T value);

        abstract T value(String text);

        @Override
        public void write(JsonWriter out, T value) throws IOException {
            out.value(text(value));
        }

        @Override
        public T read(JsonReader in) throws IOException {
            return value(in.nextString());
        }
    }
}
