package org.moide.commlib.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Rewriting of texts that tests expect, after the text in the code was improved. With {@code -Dmoide.texts.accept=true}
 * a test that fails since a text is another one (of an exception's message, or of any string) gets the new text in its
 * source, where the old one stood as a literal. Of a part of a text ({@code hasMessageContaining}) it gets the most
 * similar words. The test fails all the same; it is run again after a look at the difference. The build activates this
 * from this module's test jar.
 */
public final class AcceptedTexts implements TestExecutionExceptionHandler {
    private static final boolean ACCEPT = Boolean.getBoolean("moide.texts.accept");

    /** The words of AssertJ about a text that is not the one expected; {@code part} is empty if it expects a whole text. */
    private static final List<Pattern> FAILURES = Stream.of(
                    "Expecting message(?<part>) to be:\\R {2}\"(?<expected>.*?)\"\\Rbut was:\\R {2}\"(?<found>.*?)\"\\R",
                    "expected(?<part>): \"(?<expected>.*?)\"\\R but was: \"(?<found>.*?)\"(\\R|$)",
                    "Expecting (throwable message|actual):\\R {2}\"(?<found>.*?)\"\\R"
                            + "to (?<part>contain|start with|end with):\\R {2}\"(?<expected>.*?)\"[ ]*(\\R|$)")
            .map(text -> Pattern.compile(text, Pattern.DOTALL))
            .toList();

    private static final String LITERAL = "\"(?:[^\"\\\\\\n]|\\\\.)*\"";

    /** One literal, or some that are joined by plus signs only. */
    private static final Pattern LITERALS =
            Pattern.compile("(?<!\\+\\s{0,200})" + LITERAL + "(?:\\s*\\+\\s*" + LITERAL + ")*(?!\\s*\\+)");

    /** The lines from that of the assertion's method on in which its literal is looked for. */
    private static final int LINES = 12;

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        if (ACCEPT && failure instanceof AssertionError error) {
            for (StackTraceElement frame : failure.getStackTrace()) {
                Optional<Path> source = source(frame);
                if (source.isPresent()) {
                    accept(source.get(), frame.getLineNumber(), error.getMessage());
                    break;
                }
            }
        }
        throw failure;
    }

    private static void accept(Path source, int line, String failure) throws IOException {
        String before = Files.readString(source);
        String after = accepted(before, line, failure);
        String said = "the new text is in it, run it again";
        if (after.equals(before)) {
            said = "expected a literal with the old text, found none: write the new text by hand";
        } else {
            Files.writeString(source, after);
        }
        System.err.println(source + ":" + line + ": " + said);
    }

    /** Returns the source file of a frame, of any module, if it is one of a test. */
    private static Optional<Path> source(StackTraceElement frame) throws IOException {
        String type = frame.getClassName();
        if (!type.startsWith("org.moide.") || frame.getFileName() == null) {
            return Optional.empty();
        }
        String folder = type.substring(0, type.lastIndexOf('.')).replace('.', '/');
        Path file = Path.of("src", "test", "java").resolve(folder).resolve(frame.getFileName());
        try (Stream<Path> modules = Files.list(Path.of("..").toRealPath())) {
            return modules.map(module -> module.resolve(file))
                    .filter(Files::exists)
                    .findFirst();
        }
    }

    /** Returns a source with the text that was found in place of the one that an assertion at a line expects. */
    static String accepted(String source, int line, String failure) {
        for (Pattern pattern : FAILURES) {
            Matcher said = pattern.matcher(failure);
            if (said.find()) {
                String text = mostSimilar(said.group("found"), said.group("expected"), said.group("part"));
                return replaced(source, line, said.group("expected"), text);
            }
        }
        return source;
    }

    private static String replaced(String source, int line, String old, String text) {
        int from = startOf(source, line);
        int to = startOf(source, line + LINES);
        Matcher literals = LITERALS.matcher(source).region(from, to);
        while (literals.find()) {
            if (value(literals.group()).equals(old)) {
                return source.substring(0, literals.start()) + literal(text) + source.substring(literals.end());
            }
        }
        return source;
    }

    private static int startOf(String source, int line) {
        int at = 0;
        for (int number = 1; number < line && at < source.length(); number++) {
            int end = source.indexOf('\n', at);
            at = end < 0 ? source.length() : end + 1;
        }
        return at;
    }

    private static String value(String literals) {
        return Pattern.compile(LITERAL)
                .matcher(literals)
                .results()
                .map(MatchResult::group)
                .map(one -> one.substring(1, one.length() - 1).translateEscapes())
                .collect(Collectors.joining());
    }

    private static String literal(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    /** Returns the words of a text that are most similar to a part that was expected of it; the whole for no part. */
    private static String mostSimilar(String found, String expected, String part) {
        if (part.isEmpty()) {
            return found;
        }
        List<Integer> ends = Pattern.compile("\\b|$")
                .matcher(found)
                .results()
                .map(MatchResult::start)
                .toList();
        String best = found;
        int least = Integer.MAX_VALUE;
        for (int from : part.equals("start with") ? List.of(0) : ends) {
            for (int to : part.equals("end with") ? List.of(found.length()) : ends) {
                if (from < to) {
                    int distance = distance(found.substring(from, to), expected);
                    if (distance < least) {
                        least = distance;
                        best = found.substring(from, to);
                    }
                }
            }
        }
        return best;
    }

    /** Returns the least number of characters to add, drop or change on the way from one text to the other. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int at = 0; at <= other.length(); at++) {
            row[at] = at;
        }
        for (int first = 1; first <= one.length(); first++) {
            int diagonal = row[0];
            row[0] = first;
            for (int second = 1; second <= other.length(); second++) {
                int changed = diagonal + (one.charAt(first - 1) == other.charAt(second - 1) ? 0 : 1);
                diagonal = row[second];
                row[second] = Math.min(changed, 1 + Math.min(row[second], row[second - 1]));
            }
        }
        return row[other.length()];
    }
}
