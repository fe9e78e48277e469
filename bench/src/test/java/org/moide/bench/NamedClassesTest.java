package org.moide.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that the classes, methods and packages that the architecture page and the packages' Javadocs name exist. */
class NamedClassesTest {
    private static final Path ROOT = Path.of("..");

    /** Code in a page, or in a Javadoc. */
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`|\\{@code ([^{}\n]+)}");

    /** A class, optionally with a nested class and with a method. */
    private static final Pattern NAME =
            Pattern.compile("([A-Z]\\w*[a-z]\\w*)(?:\\.([A-Z]\\w*[a-z]\\w*))?(?:\\.([a-z]\\w*))?");

    private static final Pattern PACKAGE =
            Pattern.compile("(?:commlib|balance|monitor|engine|coordinator|hosts|command)(?:\\.[a-z]+)+");

    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|record|enum) ([A-Z]\\w*)");

    private static final Set<String> OF_OTHERS = Set.of("System.exit", "NullMarked");

    /** The sources of each class name, from all files that declare it. */
    private static final Map<String, String> SOURCES = new HashMap<>();

    private static final List<Path> PACKAGES = new ArrayList<>();

    @BeforeAll
    static void readSources() {
        for (Path file : sources()) {
            if (file.endsWith("package-info.java")) {
                PACKAGES.add(file);
            }
            String text = text(file);
            DECLARED.matcher(text)
                    .results()
                    .map(declared -> declared.group(1))
                    .distinct()
                    .forEach(name -> SOURCES.merge(name, text, String::concat));
        }
    }

    @Test
    void shouldNameInTheMapOnlyWhatIsThere() {
        Map<String, List<String>> missing = new TreeMap<>();
        int named = 0;
        for (String page : List.of("ARCHITECTURE.md", "docs/ways.md")) {
            named += look(ROOT.resolve(page), missing);
        }
        assertThat(named).isGreaterThan(150);
        assertThat(missing)
                .as("names that no class, method or package of ours has")
                .isEmpty();
    }

    @Test
    void shouldNameInPackagesOnlyWhatIsThere() {
        Map<String, List<String>> missing = new TreeMap<>();
        int named = 0;
        for (Path words : PACKAGES) {
            named += look(words, missing);
        }
        assertThat(named).isGreaterThan(150);
        assertThat(missing)
                .as("names that no class, method or package of ours has")
                .isEmpty();
    }

    /** Adds names without a declaration to {@code missing}; returns how many names the file has. */
    private static int look(Path file, Map<String, List<String>> missing) {
        List<String> names = CODE.matcher(text(file))
                .results()
                .map(NamedClassesTest::code)
                .filter(code ->
                        NAME.matcher(code).matches() || PACKAGE.matcher(code).matches())
                .toList();
        List<String> wrong = names.stream().filter(name -> !isThere(name)).toList();
        if (!wrong.isEmpty()) {
            missing.put(file.toString(), wrong);
        }
        return names.size();
    }

    private static String code(MatchResult found) {
        return found.group(1) == null ? found.group(2) : found.group(1);
    }

    private static boolean isThere(String name) {
        if (PACKAGE.matcher(name).matches()) {
            return PACKAGES.stream()
                    .anyMatch(file ->
                            file.getParent().endsWith(Path.of("org", "moide").resolve(name.replace('.', '/'))));
        }
        Matcher parts = NAME.matcher(name);
        if (OF_OTHERS.contains(name) || !parts.matches()) {
            return OF_OTHERS.contains(name);
        }
        String source = SOURCES.get(parts.group(1));
        return source != null
                && (parts.group(2) == null || declares(source, parts.group(2)))
                && (parts.group(3) == null || hasMember(source, parts.group(3)));
    }

    private static boolean declares(String source, String name) {
        return DECLARED.matcher(source)
                .results()
                .anyMatch(declared -> declared.group(1).equals(name));
    }

    /** Returns whether a source has a method, field or component of this name. */
    private static boolean hasMember(String source, String name) {
        return Pattern.compile("[\\w>\\]] +" + name + " *[(),;=]")
                .matcher(source)
                .find();
    }

    private static List<Path> sources() {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                for (String part : List.of("main", "sim", "test")) {
                    found.addAll(javaFiles(module.resolve(Path.of("src", part, "java"))));
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return found;
    }

    private static List<Path> javaFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
