package org.moide.command.project;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.moide.coordinator.plan.PlanException;

class NewProjectTest {
    private static final Pattern ARTIFACT_VERSION =
            Pattern.compile("<artifactId>([^<]*)</artifactId>\\s*<version>([^<]*)</version>");
    private static final Pattern WORD = Pattern.compile("@[a-z]+@");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "my-app, org.example.myapp, MyApp",
        "heat, org.example.heat, Heat",
        "N_body2.fast, org.example.nbody2fast, NBody2Fast",
        "new, org.example.newapp, New",
        "string, org.example.string, StringApp",
        "report, org.example.report, ReportApp"
    })
    void shouldNameAfterTheArtifactWhatJavaTakes(String artifact, String packageName, String className) {
        assertThat(ProjectNames.of(artifact, null)).isEqualTo(new ProjectNames(artifact, packageName, className));
    }

    @Test
    void shouldTakeThePackageThatIsNamed() {
        ProjectNames names = ProjectNames.of("my-app", "com.acme.heat");
        assertThat(names.packageName()).isEqualTo("com.acme.heat");
        assertThat(names.group()).isEqualTo("com.acme");
        assertThat(ProjectNames.of("my-app", "heat").group()).isEqualTo("heat");
    }

    @Test
    void shouldWriteProjectsOfAllKindsThatCompileWithoutAWarning() throws IOException {
        List<String> words = new ArrayList<>(
                List.of("-cp", System.getProperty("java.class.path"), "-Xlint:all,-processing", "-Werror", "-d"));
        words.add(Files.createDirectory(folder.resolve("classes")).toString());
        for (ProjectKind kind : ProjectKind.values()) {
            NewProject project = project("my-" + kind.name().toLowerCase(Locale.ROOT), kind);
            for (Path file : project.write()) {
                Path whole = project.folder().resolve(file);
                assertThat(Files.readString(whole)).as(whole.toString()).doesNotContainPattern(WORD);
                if (file.toString().endsWith(".java")) {
                    words.add(whole.toString());
                }
            }
        }
        assertThat(words).hasSize(6 + 2 * ProjectKind.values().length);

        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, said, said, words.toArray(String[]::new));
        assertThat(code).as(said.toString(UTF_8)).isZero();
    }

    @Test
    void shouldUseTheVersionsOfOurOwnBuild() throws IOException {
        NewProject project = project("my-app", ProjectKind.BAG);
        project.write();
        String ours = Files.readString(Path.of("../pom.xml"));
        String pom = Files.readString(folder.resolve("my-app/pom.xml"));
        List<MatchResult> plugins = ARTIFACT_VERSION
                .matcher(pom.substring(pom.indexOf("<plugins>")))
                .results()
                .toList();
        assertThat(plugins).hasSize(5);
        for (MatchResult plugin : plugins) {
            assertThat(ARTIFACT_VERSION.matcher(ours).results().map(MatchResult::group))
                    .filteredOn(found -> found.contains(">" + plugin.group(1) + "<"))
                    .singleElement()
                    .asString()
                    .contains(">" + plugin.group(2) + "<");
        }
        String junit = Pattern.compile("<junit.version>(.*)</junit.version>")
                .matcher(ours)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertThat(pom).contains("<artifactId>junit-jupiter</artifactId>\n      <version>" + junit + "</version>");
    }

    @Test
    void shouldWriteAPomThatXmlReadersTake() throws IOException {
        new NewProject(
                        folder.resolve("p"),
                        ProjectNames.of("my-app", null),
                        ProjectKind.BAG,
                        "1.0",
                        "https://example.org/maven?a=1&b=2")
                .write();
        assertThat(folder.resolve("p/pom.xml"))
                .content()
                .contains("<moide.repository>https://example.org/maven?a=1&amp;b=2</moide.repository>")
                .contains("<moide.version>1.0</moide.version>")
                .contains("<groupId>org.example</groupId>\n  <artifactId>my-app</artifactId>");
    }

    @ParameterizedTest
    @EnumSource(ProjectKind.class)
    void shouldGiveTestsAHomeOfTheirOwn(ProjectKind kind) throws IOException {
        project("p", kind).write();
        assertThat(folder.resolve("p/pom.xml"))
                .content()
                .containsPattern("maven-surefire-plugin</artifactId>\\s*<version>[^<]*</version>\\s*<configuration>\\s*"
                        + "<environmentVariables>[^/]*/.moide. -->\\s*"
                        + "<MOIDE_HOME>\\$\\{project.build.directory}/home</MOIDE_HOME>");
    }

    @Test
    void shouldLeaveAFolderAloneThatHasFiles() throws IOException {
        Path taken = Files.createDirectory(folder.resolve("taken"));
        Files.writeString(taken.resolve(".hidden"), "mine");
        NewProject project = project("taken", ProjectKind.BAG);
        assertThatThrownBy(project::write)
                .isInstanceOf(PlanException.class)
                .hasMessage("expected a folder that is empty or not there yet, found files in " + taken);
        try (Stream<Path> files = Files.list(taken)) {
            assertThat(files).containsExactly(taken.resolve(".hidden"));
        }
    }

    @Test
    void shouldUseAnEmptyFolder() throws IOException {
        Files.createDirectory(folder.resolve("empty"));
        assertThat(project("empty", ProjectKind.SPMD).write())
                .contains(Path.of("pom.xml"), Path.of("src/main/java/org/example/empty/Empty.java"));
    }

    private NewProject project(String name, ProjectKind kind) {
        return new NewProject(folder.resolve(name), ProjectNames.of(name, null), kind, "0.1.0", "file:///repository");
    }
}
