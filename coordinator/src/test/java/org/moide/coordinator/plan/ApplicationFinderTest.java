package org.moide.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.Arguments;
import org.moide.engine.Program;
import org.moide.engine.UsageException;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.ApplicationLoader;
import org.moide.engine.loading.ProgramClass;

class ApplicationFinderTest {
    private static final String GOOD = Applications.Good.class.getName();

    @TempDir
    Path folder;

    private Path samplesJar;
    private SampleIndex samples;

    @BeforeEach
    void makeSamples() throws IOException {
        samplesJar = Applications.jar(
                folder.resolve("moide-samples.jar"),
                "",
                "",
                "# ladder\nhello=" + GOOD + "\nraytrace = " + GOOD + "\nbroken=a.b.None\n",
                Applications.Good.class);
        samples = SampleIndex.find(samplesJar);
    }

    @Test
    void shouldFindASampleByName() {
        ApplicationPlan found = find("", "raytrace");

        assertThat(found.className()).isEqualTo(GOOD);
        assertThat(found.classPath()).containsExactly(samplesJar);
        assertThat(samples.classes().keySet()).containsExactly("hello", "raytrace", "broken");
    }

    @Test
    void shouldNameTheNearestSamplesWhenThereIsNoneOfThatName() {
        assertThatThrownBy(() -> find("", "raytrce"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("no application 'raytrce': did you mean raytrace?");
        assertThatThrownBy(() -> find("", "org.example.Mine"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("--classpath before it");
    }

    @Test
    void shouldTakeTheOnlyApplicationOfAJar() throws IOException {
        Path jar = Applications.jar(
                folder.resolve("my.jar"),
                "",
                "",
                "",
                Applications.Good.class,
                Applications.Stranger.class,
                Applications.Hidden.class,
                Applications.Half.class);

        assertThat(find("", jar.toString()).className()).isEqualTo(GOOD);
    }

    @Test
    void shouldTakeAnApplicationOfWorkers() throws IOException {
        Path jar = Applications.jar(
                folder.resolve("my.jar"), "", "", "", Applications.Stranger.class, Applications.Workers.class);

        assertThat(find("", jar.toString()).className()).isEqualTo(Applications.Workers.class.getName());
    }

    @Test
    void shouldTakeTheMainClassOfAJarWithSeveralApplications() throws IOException {
        Path both = Applications.jar(
                folder.resolve("both.jar"), "", "", "", Applications.Good.class, Applications.Second.class);
        Path main = Applications.jar(
                folder.resolve("main.jar"), GOOD, "", "", Applications.Good.class, Applications.Second.class);

        assertThat(find("", main.toString()).className()).isEqualTo(GOOD);
        assertThatThrownBy(() -> find("", both.toString()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("holds 2 applications; name one: moide run --classpath " + both);
    }

    @Test
    void shouldShipTheJarsThatAManifestNames() throws IOException {
        Path library = Applications.jar(folder.resolve("library.jar"), "", "", "", Applications.Stranger.class);
        Path jar = Applications.jar(folder.resolve("my.jar"), "", "library.jar gone.jar", "", Applications.Good.class);

        assertThat(find("", jar.toString()).classPath()).containsExactly(jar, library);
    }

    @Test
    void shouldPassOverWhatAManifestNamesAndIsNoJar() throws IOException {
        Files.writeString(folder.resolve("notes.txt"), "no jar");
        Files.createDirectory(folder.resolve("classes"));
        Path library = Applications.jar(folder.resolve("library.jar"), "", "", "", Applications.Stranger.class);
        String names = "notes.txt . classes/ gone/ http://nowhere.invalid/a.jar %zz library.jar";
        Path jar = Applications.jar(folder.resolve("my.jar"), "", names, "", Applications.Good.class);

        assertThat(find("", jar.toString()).classPath()).containsExactly(jar, folder.resolve("classes"), library);
    }

    @Test
    void shouldTakeJarsWhateverTheyAreCalled() throws IOException {
        Path jar = Applications.jar(folder.resolve("A.JAR"), "", "", "", Applications.Good.class);
        Path odd = Files.copy(jar, folder.resolve("an odd name %20#+!;.jar"));
        Path link = Files.createSymbolicLink(folder.resolve("link.jar"), jar);
        Path unpacked = Files.createDirectories(folder.resolve("folder.jar"));
        try (FileSystem zip = FileSystems.newFileSystem(jar)) {
            Path file = unpacked.resolve(GOOD.replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.copy(zip.getPath(GOOD.replace('.', '/') + ".class"), file);
        }
        for (Path each : List.of(jar, odd, link, unpacked)) {
            assertThat(find("", each.toString()).className()).isEqualTo(GOOD);
        }
        assertThat(find(folder + "/*", GOOD).classPath()).contains(jar, odd, link, unpacked);
    }

    @Test
    void shouldSayThatClassesWithinAJarOfSpringBootAreNotRead() throws IOException {
        Path jar = folder.resolve("boot.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("BOOT-INF/classes/own/Primes.class"));
        }
        assertThatThrownBy(() -> find("", jar.toString()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(
                        "classes in BOOT-INF/classes/, as in a jar of Spring Boot or a war, are not read");
        assertThatThrownBy(() -> find(jar.toString(), "own.Primes"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("classes in BOOT-INF/classes/");
    }

    /**
     * Checks the message about a jar with a class in a sealed package. Java refuses that class in the same way as one
     * with an invalid signature.
     */
    @Test
    void shouldNameTheJarWhenJavaRefusesAClassOfIt() throws IOException {
        Path sealed = folder.resolve("sealed.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.SEALED, "true");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(sealed), manifest);
                InputStream in = getClass().getClassLoader().getResourceAsStream(GOOD.replace('.', '/') + ".class")) {
            out.putNextEntry(new JarEntry(GOOD.replace('.', '/') + ".class"));
            in.transferTo(out);
        }
        Path own = Applications.jar(folder.resolve("my.jar"), "", "", "", Applications.Second.class);
        String added = Applications.Second.class.getName();

        try (ApplicationLoader loader =
                new ApplicationLoader(new ApplicationFiles(added, List.of(sealed.toString(), own.toString())))) {
            assertThatThrownBy(() -> {
                        Class.forName(GOOD, false, loader);
                        ProgramClass.find(loader);
                    })
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("class " + added + " in " + own + " is refused by Java: sealing violation");
        }
    }

    @Test
    void shouldFindAClassInAFolderOrInAllJarsOfAFolder() throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Path file = classes.resolve(GOOD.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        try (InputStream in = getClass().getClassLoader().getResourceAsStream(GOOD.replace('.', '/') + ".class")) {
            Files.copy(in, file);
        }
        assertThat(find(classes.toString(), GOOD).classPath()).containsExactly(classes);

        Path jars = Files.createDirectory(folder.resolve("jars"));
        Path one = Applications.jar(jars.resolve("1.jar"), "", "", "", Applications.Stranger.class);
        Path two = Applications.jar(jars.resolve("2.jar"), "", "", "", Applications.Good.class);
        assertThat(find(jars + File.separator + "*", GOOD).classPath()).containsExactly(one, two);
    }

    @Test
    void shouldRunASampleEvenWhenAClassPathIsGiven() throws IOException {
        Path library = Applications.jar(folder.resolve("library.jar"), "", "", "", Applications.Stranger.class);

        assertThat(find(library.toString(), "hello").classPath()).containsExactly(library, samplesJar);
    }

    @Test
    void shouldSayWhatAClassLacksToBeAnApplication() throws IOException {
        String jar = Applications.jar(
                        folder.resolve("my.jar"),
                        "",
                        "",
                        "",
                        Applications.Stranger.class,
                        Applications.Hidden.class,
                        Applications.Half.class,
                        Applications.NeedsMore.class)
                .toString();
        assertThatThrownBy(() -> find(jar, Applications.Stranger.class.getName()))
                .hasMessageContaining("is no application: expected it to implement org.moide.engine.Application,"
                        + " TaskApplication or WorkerApplication");
        assertThatThrownBy(() -> find(jar, Applications.Hidden.class.getName()))
                .hasMessageContaining("expected a public class");
        assertThatThrownBy(() -> find(jar, Applications.Half.class.getName()))
                .hasMessageContaining("found an abstract one");
        assertThatThrownBy(() -> find(jar, Applications.NeedsMore.class.getName()))
                .hasMessageContaining("expected a public constructor without parameters");
        assertThatThrownBy(() -> find(jar, "a.b.C"))
                .hasMessageContaining("expected a class a.b.C, found none in " + jar);
        assertThatThrownBy(() -> find("", jar))
                .hasMessageContaining("expected a public class that implements org.moide.engine.Application,"
                        + " TaskApplication or WorkerApplication, found none in the jar");
    }

    @Test
    void shouldNameTheNearestClassesOfTheClassPath() throws IOException {
        String jar = Applications.jar(folder.resolve("my.jar"), "", "", "", Applications.Good.class)
                .toString();

        assertThatThrownBy(() -> find(jar, GOOD.replace("Good", "God")))
                .hasMessageEndingWith("found none in " + jar + "; did you mean " + GOOD + "?");
        assertThatThrownBy(() -> find(jar, "Applications$Goood")).hasMessageEndingWith("did you mean " + GOOD + "?");
    }

    @Test
    void shouldRefuseWhatIsNoJarOrNotThere() throws IOException {
        Path text = Files.writeString(folder.resolve("my.jar"), "no jar at all");

        assertThatThrownBy(() -> find("", text.toString()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("expected a jar, found something else in " + text);
        assertThatThrownBy(() -> find(text.toString(), GOOD))
                .hasMessageStartingWith("--classpath: expected a jar, found something else");
        assertThatThrownBy(() -> find("", folder.resolve("none.jar").toString()))
                .hasMessageContaining("found nothing at " + folder.resolve("none.jar"));
        assertThatThrownBy(() -> find(text + File.pathSeparator, GOOD)).hasMessageContaining("found an empty one");
        assertThatThrownBy(() -> SampleIndex.find(folder.resolve("none.jar"))).isInstanceOf(PlanException.class);
    }

    @Test
    void shouldSayWhichJavaAClassNeedsWhenThisOneIsTooOld() throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        byte[] bytes;
        try (InputStream in = getClass()
                .getClassLoader()
                .getResourceAsStream(Applications.Good.class.getName().replace('.', '/') + ".class")) {
            bytes = in.readAllBytes();
        }
        bytes[6] = 0;
        bytes[7] = (byte) (44 + 99);
        Path file = classes.resolve("org/moide/coordinator/plan/Newer.class");
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);

        assertThatThrownBy(() -> find(classes.toString(), "org.moide.coordinator.plan.Newer"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("is compiled for Java 99, and this is Java "
                        + Runtime.version().feature());
    }

    @Test
    void shouldMakeAnObjectForItsSummary() {
        try (ApplicationClasses classes = new ApplicationClasses(List.of(samplesJar))) {
            Program program = classes.instance(GOOD);

            assertThat(program.summary()).isEqualTo("does nothing, well");
        }
    }

    @Test
    void shouldHaveNoSamplesWhenThereIsNoSamplesJar() {
        SampleIndex none = new SampleIndex(Map.of(), null);

        assertThatThrownBy(() -> new ApplicationFinder(none, "").find("hello", Arguments.of()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("no application 'hello'");
    }

    private ApplicationPlan find(String classPath, String name) {
        return new ApplicationFinder(samples, classPath).find(name, Arguments.of());
    }
}
