package org.moide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each module that is published is found as artifacts are: by the BOM, and as a module of Java's. */
class ArtifactsTest {
    private static final Path ROOT = Path.of("..");

    private static final Pattern MODULE = Pattern.compile("<module>([^<]*)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]*)</artifactId>");

    static List<String> published() throws IOException {
        return all(MODULE, Files.readString(ROOT.resolve("pom.xml"))).stream()
                .filter(module -> !List.of("bench", "bom", "dist", "picocli").contains(module))
                .toList();
    }

    @Test
    void shouldAllStandInTheBom() throws IOException {
        String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
        String managed = bom.substring(bom.indexOf("<dependencyManagement>"), bom.indexOf("</dependencyManagement>"));
        assertThat(all(ARTIFACT, managed))
                .containsExactlyInAnyOrderElementsOf(published().stream()
                        .map(module -> nameOf(module).replace('.', '-'))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("published")
    void shouldHaveTheNameOfAModule(String module) throws IOException {
        assertThat(ROOT.resolve(module).resolve("pom.xml"))
                .content()
                .contains("<Automatic-Module-Name>org." + nameOf(module) + "</Automatic-Module-Name>");
    }

    private static String nameOf(String module) {
        return switch (module) {
            case "library" -> "moide";
            case "testkit" -> "moide.test";
            default -> "moide." + module;
        };
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }
}
