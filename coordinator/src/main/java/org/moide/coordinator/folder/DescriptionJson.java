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
import java.util.function.Function;
import org.moide.coordinator.plan.PlanException;

/** Converts descriptions, plans and orders of runs to JSON and back. */
final class DescriptionJson {
    /** The converter that writes relative paths as absolute ones, for readers that have another working folder. */
    private static final Gson GSON = gson(path -> path.toAbsolutePath().toString());

    /**
     * The converter that writes paths as they are, for readers that work in the folder to which these paths are
     * relative.
     */
    private static final Gson GSON_AS_IT_IS = gson(Path::toString);

    private DescriptionJson() {}

    private static Gson gson(Function<Path, String> asText) {
        return new GsonBuilder()
                .setPrettyPrinting()
                .disableHtmlEscaping()
                .registerTypeHierarchyAdapter(
                        Path.class,
                        new TextAdapter<Path>() {
                            @Override
                            String text(Path path) {
                                return asText.apply(path);
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
    }

    static String text(Object value) {
        return GSON.toJson(value) + "\n";
    }

    static String textAsItIs(Object value) {
        return GSON_AS_IT_IS.toJson(value) + "\n";
    }

    /**
     * Reads a run's description.
     *
     * @param file the file that has the text, for the error
     * @throws PlanException if the text is no description, or names a file that no longer exists
     */
    static RunDescription read(String text, Path file) {
        return read(text, RunDescription.class, "a run's description in " + file);
    }

    /**
     * Reads a value that {@link #text} or {@link #textAsItIs} wrote.
     *
     * @param what a description of the text for the error, such as "a run's description in that file"
     * @throws PlanException if the text is no such value, or names a file that no longer exists
     */
    static <T> T read(String text, Class<T> type, String what) {
        try {
            JsonElement found = JsonParser.parseString(text);
            T read = GSON_AS_IT_IS.fromJson(found, type);
            if (read != null) {
                requireKnown(found, GSON_AS_IT_IS.toJsonTree(read), "", what);
                return read;
            }
        } catch (PlanException gone) {
            throw gone;
        } catch (JsonParseException | IllegalArgumentException malformed) {
            if (malformed.getCause() instanceof PlanException gone) {
                throw gone;
            }
            throw new PlanException("expected " + what + ", found something else", malformed);
        } catch (RuntimeException refused) {
            // The parser wraps what the constructor of a record throws when it refuses its values.
            for (Throwable cause = refused.getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof PlanException gone) {
                    throw gone;
                }
            }
            throw new PlanException("expected " + what + ", found something else", refused);
        }
        throw new PlanException("expected " + what + ", found nothing");
    }

    /**
     * Refuses a field that another version wrote and this version does not know. Without this check, a resumed run
     * would silently ignore the field.
     */
    private static void requireKnown(JsonElement found, JsonElement known, String name, String what) {
        if (!found.isJsonObject() || !known.isJsonObject()) {
            return;
        }
        found.getAsJsonObject().asMap().forEach((key, value) -> {
            JsonElement its = known.getAsJsonObject().get(key);
            String whole = name.isEmpty() ? key : name + "." + key;
            if (its == null) {
                throw new PlanException("expected " + what + " of this version of MOIDE, found '" + whole
                        + "', which another has written: that one goes on with the run");
            }
            requireKnown(value, its, whole, what);
        });
    }

    /** Reads and writes a value that is one JSON string. */
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
