package org.moide.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the marks in the pages of {@code docs/papers}, between which {@code bench/papers.sh --write} puts tables. */
class PaperPagesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path BENCH = ROOT.resolve("bench");
    private static final Pattern MARK =
            Pattern.compile("<!-- made by bench/papers\\.sh ([a-z]+)((?: \\w+)*), under \".+\" -->");
    private static final String END = "<!-- end -->";

    /** The pattern of a script's parts, which it runs if it is called without a word. */
    private static final Pattern PARTS = Pattern.compile("\\$\\{\\*:-([^}]*)\\}");

    private static final Pattern CALLED = Pattern.compile("\\$bench/([-\\w]+\\.sh)");

    @Test
    void shouldNameACommandThatExistsAtEachTableThatIsMade() throws IOException {
        Set<String> parts = parts();
        List<String> wrong = new ArrayList<>();
        int marks = 0;
        for (Path page : pages()) {
            String paper = String.valueOf(page.getFileName()).replace(".md", "");
            String open = "";
            for (String line : Files.readAllLines(page)) {
                Matcher mark = MARK.matcher(line);
                if (line.equals(END)) {
                    if (open.isEmpty()) {
                        wrong.add(page + ": an end without a beginning");
                    }
                    open = "";
                } else if (mark.matches()) {
                    marks++;
                    List<String> words = Stream.of(mark.group(2).strip().split(" "))
                            .filter(word -> !word.isEmpty())
                            .toList();
                    if (!open.isEmpty() || !mark.group(1).equals(paper) || !parts.containsAll(words)) {
                        wrong.add(page + ": " + line);
                    }
                    open = line;
                } else if (line.startsWith("<!--")) {
                    wrong.add(page + ": " + line);
                }
            }
            if (!open.isEmpty()) {
                wrong.add(page + ": no end of " + open);
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(marks).isGreaterThan(20);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/papers"))) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the parts that {@code bench/papers.sh} and the scripts that it runs have. */
    private static Set<String> parts() throws IOException {
        String papers = Files.readString(BENCH.resolve("papers.sh"));
        Set<String> parts = new HashSet<>(Set.of("real"));
        addParts(papers, parts);
        Matcher called = CALLED.matcher(papers);
        while (called.find()) {
            addParts(Files.readString(BENCH.resolve(called.group(1))), parts);
        }
        return parts;
    }

    private static void addParts(String script, Set<String> parts) {
        Matcher found = PARTS.matcher(script);
        while (found.find()) {
            parts.addAll(Arrays.asList(found.group(1).split(" ")));
        }
    }
}
