package org.moide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The API is what {@code library/api.txt} says. There is no release to compare with yet, so the text is what is
 * compared, and a commit that changes the API shows it in its diff.
 */
class ApiTest {
    private static final Path ROOT = Path.of("..");
    private static final Path TEXT = ROOT.resolve("library/api.txt");
    private static final String SAYS_SO = "Part of MOIDE's API.";
    private static final Pattern OURS = Pattern.compile("\\b(org\\.moide(?:\\.[a-z]\\w*)*)\\.[A-Z]\\w*");

    @Test
    void shouldBeAsWritten() throws Exception {
        List<String> found = text();
        if (Boolean.getBoolean("moide.api.accept")) {
            Files.write(TEXT, found);
        }
        List<String> written = Files.readAllLines(TEXT);
        assertThat(changes(written, found))
                .as("The API has changed: '-' breaks whoever uses it. If it is meant, write it to api.txt with"
                        + " -Dmoide.api.accept=true (CONTRIBUTING.md has the command), and say in CHANGELOG.md what users"
                        + " must do")
                .isEmpty();
    }

    @Test
    void shouldNameNoTypeThatIsNotPartOfIt() throws Exception {
        Set<String> parts = parts();
        Set<String> strangers = new TreeSet<>();
        for (String line : text()) {
            Matcher type = OURS.matcher(line);
            while (type.find()) {
                if (!parts.contains(type.group(1)) && !parts.contains(type.group())) {
                    strangers.add(type.group() + " in " + line.strip());
                }
            }
        }
        assertThat(strangers).isEmpty();
    }

    @Test
    void shouldBeWhatTheJavadocSiteShows() throws Exception {
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        Matcher include = Pattern.compile("<include>(org/moide[^<]*?)(?:/\\*)?\\.java</include>")
                .matcher(pom);
        Set<String> shown = new TreeSet<>();
        while (include.find()) {
            shown.add(include.group(1).replace('/', '.'));
        }
        assertThat(shown).isEqualTo(parts());
    }

    @Test
    void shouldShowWhatWasTakenAwayAndWhatWasAdded() {
        List<String> before = List.of("interface A", "    void kept()", "    void gone()", "interface B");
        List<String> after = List.of("interface A", "    void kept()", "interface B", "    void come()");
        assertThat(changes(before, after)).containsExactly("- interface A: void gone()", "+ interface B: void come()");
    }

    private static List<String> text() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String name : parts()) {
            lines.addAll(ApiText.of(name));
        }
        return lines;
    }

    /** Packages and types whose Javadoc says so. */
    private static Set<String> parts() throws IOException {
        Set<String> parts = new TreeSet<>();
        for (String module : List.of(
                "balance", "command", "commlib", "coordinator", "engine", "hosts", "library", "monitor", "testkit")) {
            Path sources = ROOT.resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String text = Files.readString(file).replace("\n * ", " ");
                    if (text.contains(SAYS_SO)) {
                        parts.add(name(sources.relativize(file)));
                    }
                }
            }
        }
        return parts;
    }

    private static String name(Path source) {
        Path part = source.endsWith("package-info.java") ? source.getParent() : source;
        return part.toString().replace('/', '.').replaceAll("\\.java$", "");
    }

    private static List<String> changes(List<String> before, List<String> after) {
        Set<String> was = named(before);
        Set<String> is = named(after);
        List<String> changes = new ArrayList<>();
        was.stream().filter(line -> !is.contains(line)).forEach(line -> changes.add("- " + line));
        is.stream().filter(line -> !was.contains(line)).forEach(line -> changes.add("+ " + line));
        return changes;
    }

    /** Each member with its type before it. */
    private static Set<String> named(List<String> lines) {
        Set<String> named = new LinkedHashSet<>();
        String type = "";
        for (String line : lines) {
            if (line.startsWith(" ")) {
                named.add(type + ": " + line.strip());
            } else {
                type = line;
                named.add(line);
            }
        }
        return named;
    }
}
