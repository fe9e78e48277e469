package org.moide.samples.programs.raytrace.scene;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.moide.samples.text.TextLines;

/** Collects notes about lines of a file that have no effect on the picture, with one line for each reason. */
final class Notes {
    private static final int MOST_NAMED = 12;

    private final String file;
    private final Map<String, Passed> passed = new LinkedHashMap<>();

    /** The words that were ignored for one reason. */
    private static final class Passed {
        final int firstLine;
        final Set<String> words = new LinkedHashSet<>();
        int lines;

        Passed(int firstLine) {
            this.firstLine = firstLine;
        }
    }

    Notes(String file) {
        this.file = file;
    }

    /** Skips the rest of a line, and records that {@code word} was ignored for this reason. */
    void pass(int line, String word, String reason) {
        Passed alike = passed.computeIfAbsent(reason, none -> new Passed(line));
        alike.lines++;
        if (alike.words.size() <= MOST_NAMED) {
            alike.words.add(word);
        }
    }

    /** Passes all notes to the user. */
    void tell(Consumer<String> user) {
        passed.forEach((reason, alike) -> {
            StringBuilder words = new StringBuilder();
            alike.words.stream()
                    .limit(MOST_NAMED)
                    .forEach(word -> words.append(words.isEmpty() ? "" : ", ").append(TextLines.shown(word)));
            user.accept(file + ":" + alike.firstLine + ": passed over " + words
                    + (alike.words.size() > MOST_NAMED ? " and others" : "")
                    + (alike.lines > 1 ? " (" + alike.lines + " lines)" : "") + ": " + reason);
        });
    }
}
