package org.moide.engine.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.engine.Application;
import org.moide.engine.Program;
import org.moide.engine.UsageException;

@Tag("jdk")
final class ApplicationLoaderTest {
    @TempDir
    Path folder;

    private static JarMaker app() {
        return new JarMaker().with("app.Sums", application("Sums", ""));
    }

    private static String application(String name, String body) {
        return "package app; public class " + name + " implements org.moide.engine.Application { " + body
                + " public String summary() { return \"" + name + "\"; }"
                + " public void run(org.moide.engine.ComputeThread self) { } }";
    }

    @Test
    void shouldRunAnApplicationFromAJarAndFromAFolder() throws IOException {
        Path jar = app().jar(folder.resolve("a.jar"));
        Path classes = app().folder(folder.resolve("classes"));
        for (Path place : List.of(jar, classes)) {
            try (ApplicationLoader loader = loader("app.Sums", place)) {
                ProgramClass type = ProgramClass.find(loader);
                Program one = type.create();
                assertThat(one).isInstanceOf(Application.class).isNotSameAs(type.create());
                assertThat(one.summary()).isEqualTo("Sums");
                assertThat(loader.owns(one.getClass())).isTrue();
                assertThat(type.name()).isEqualTo("app.Sums");
            }
        }
    }

    @Test
    void shouldPackAFolderIntoAJarOfTheSameBytesEachTime() throws Exception {
        Path classes = app().folder(folder.resolve("classes"));
        String digest = pack(classes, "one.jar");
        Files.setLastModifiedTime(classes.resolve("app/Sums.class"), java.nio.file.attribute.FileTime.fromMillis(0));
        assertThat(pack(classes, "two.jar")).isEqualTo(digest).isEqualTo(Digests.of(folder.resolve("two.jar")));
        assertThat(folder.resolve("two.jar")).hasSameBinaryContentAs(folder.resolve("one.jar"));
        assertThat(find("app.Sums", folder.resolve("one.jar")).name()).isEqualTo("app.Sums");
    }

    private String pack(Path classes, String jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(folder.resolve(jar))) {
            return FolderJar.pack(classes, out);
        }
    }

    @Test
    void shouldGiveAnApplicationItsOwnVersionOfALibraryThatWeUseToo() throws Exception {
        Path jar = new JarMaker()
                .with(
                        "oshi.SystemInfo",
                        "package oshi; public class SystemInfo { public String toString() { return \"mine\"; } }")
                .jar(folder.resolve("a.jar"));
        try (ApplicationLoader loader = loader("x", jar)) {
            Object own = loader.loadClass("oshi.SystemInfo").getConstructor().newInstance();
            assertThat(own).hasToString("mine");
            assertThat(Class.forName("oshi.SystemInfo").getClassLoader()).isNotSameAs(loader);
        }
    }

    @Test
    void shouldShowAnApplicationTheApiAndNothingElseOfOurs() throws Exception {
        try (ApplicationLoader loader = loader("x", app().jar(folder.resolve("a.jar")))) {
            for (String visible : List.of(
                    "org.moide.engine.Program",
                    "org.moide.commlib.CommLib",
                    "org.moide.balance.strategy.Strategy",
                    "org.moide.balance.worker.strategy.WorkerStrategy",
                    "java.util.List",
                    "java.sql.Date")) {
                assertThat(loader.loadClass(visible)).isSameAs(Class.forName(visible));
            }
            for (String hidden : List.of(
                    "org.moide.engine.loading.JarCache",
                    "org.moide.engine.host.LaunchOrder",
                    "org.moide.commlib.port.ObjectSpace",
                    "org.moide.monitor.HostReport",
                    "oshi.SystemInfo",
                    "org.slf4j.Logger",
                    "org.junit.jupiter.api.Test")) {
                assertThatThrownBy(() -> loader.loadClass(hidden)).isInstanceOf(ClassNotFoundException.class);
            }
            assertThat(loader.getResource("org/moide/engine/loading/JarCache.class"))
                    .isNull();
        }
    }

    @Test
    void shouldNotLetAnApplicationReplaceTheApi() throws Exception {
        Path jar = new JarMaker()
                .with("org.moide.engine.Report", "package org.moide.engine; public class Report { }")
                .jar(folder.resolve("a.jar"));
        try (ApplicationLoader loader = loader("x", jar)) {
            assertThat(loader.loadClass("org.moide.engine.Report")).isSameAs(org.moide.engine.Report.class);
        }
    }

    @Test
    void shouldKeepTwoApplicationsApart() throws Exception {
        try (ApplicationLoader one = loader("app.Sums", app().jar(folder.resolve("a.jar")));
                ApplicationLoader two = loader("app.Sums", app().jar(folder.resolve("b.jar")))) {
            assertThat(one.loadClass("app.Sums")).isNotSameAs(two.loadClass("app.Sums"));
        }
    }

    @Test
    void shouldNameTheNearestClassesWhenThereIsNoSuchClass() throws IOException {
        Path jar = app().with("app.Products", application("Products", "")).jar(folder.resolve("a.jar"));
        assertThatThrownBy(() -> find("app.sum", jar))
                .isInstanceOf(UsageException.class)
                .hasMessage("there is no class app.sum in " + jar + "; the nearest names are app.Sums");
        assertThatThrownBy(() -> find("Completely.Different", jar))
                .hasMessage("there is no class Completely.Different in " + jar);
        assertThatThrownBy(() -> find("app/Sums", jar)).isInstanceOf(UsageException.class);
    }

    @Test
    void shouldSayWhyAClassIsNoApplication() throws IOException {
        Path jar = new JarMaker()
                .with("app.Plain", "package app; public class Plain { }")
                .with("app.Hidden", application("Hidden", "").replace("public class", "class"))
                .with("app.Abstract", application("Abstract", "").replace("public class", "public abstract class"))
                .with("app.Needs", application("Needs", "public Needs(int n) { }"))
                .with("app.Private", application("Private", "private Private() { }"))
                .jar(folder.resolve("a.jar"));
        assertThatThrownBy(() -> find("app.Plain", jar))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("class app.Plain is no application: expected one that implements"
                        + " org.moide.engine.Application, TaskApplication or WorkerApplication");
        assertThatThrownBy(() -> find("app.Hidden", jar)).hasMessageContaining("is not public");
        assertThatThrownBy(() -> find("app.Abstract", jar)).hasMessageContaining("is abstract");
        assertThatThrownBy(() -> find("app.Needs", jar))
                .hasMessageContaining("no public constructor without parameters");
        assertThatThrownBy(() -> find("app.Private", jar)).hasMessageContaining("no public constructor");
    }

    @Test
    void shouldTellAnErrorOfTheApplicationFromOneOfItsUser() throws IOException {
        Path jar = new JarMaker()
                .with(
                        "app.Throws",
                        application("Throws", "public Throws() { throw new IllegalStateException(\"no luck\"); }"))
                .with("app.Broken", application("Broken", "static int x = 1 / Integer.parseInt(\"0\");"))
                .jar(folder.resolve("a.jar"));
        assertThatThrownBy(() -> find("app.Throws", jar).create())
                .isInstanceOf(ProgramStartException.class)
                .hasMessage("the constructor of app.Throws threw: java.lang.IllegalStateException: no luck")
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> find("app.Broken", jar).create())
                .isInstanceOf(ProgramStartException.class)
                .hasMessageContaining("class app.Broken could not be initialized")
                .hasCauseInstanceOf(ArithmeticException.class);
    }

    @Test
    void shouldSayWhatALibraryIsMissing() throws IOException {
        Path jar = new JarMaker()
                .with("app.Base", "package app; public class Base { }")
                .with("app.Needs", application("Needs extends Base", "").replace("\"Needs extends Base\"", "\"\""))
                .jar(folder.resolve("a.jar"));
        Path without = Files.createDirectories(folder.resolve("without/app"));
        try (java.nio.file.FileSystem zip = java.nio.file.FileSystems.newFileSystem(jar)) {
            Files.copy(zip.getPath("app/Needs.class"), without.resolve("Needs.class"));
        }
        assertThatThrownBy(() -> find("app.Needs", folder.resolve("without")))
                .isInstanceOf(UsageException.class)
                .hasMessage("class app.Needs cannot be loaded: it needs class app.Base, which is in none of its jars");
    }

    @Test
    void shouldSayWhenAJarIsNone() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "this is no jar");
        Path cut = app().jar(folder.resolve("cut.jar"));
        Files.write(cut, java.util.Arrays.copyOf(Files.readAllBytes(cut), 300));
        Path empty = Files.writeString(folder.resolve("empty.jar"), "");
        for (Path wrong : List.of(text, cut, empty)) {
            assertThatThrownBy(() -> find("app.Sums", wrong))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("expected a jar")
                    .hasMessageContaining(wrong.toString());
        }
        assertThatThrownBy(() -> find("app.Sums", folder.resolve("nothing.jar")))
                .hasMessageContaining("no readable file: " + folder.resolve("nothing.jar"));
    }

    @Test
    void shouldFindApplicationsThatComeWithMoideOnOurOwnClassPath() throws IOException {
        try (ApplicationLoader loader =
                new ApplicationLoader(ApplicationFiles.ofOwnClassPath(Resident.class.getName()))) {
            Class<?> type = ProgramClass.find(loader).create().getClass();
            assertThat(type.getName()).isEqualTo(Resident.class.getName());
            assertThat(type).isNotSameAs(Resident.class);
        }
    }

    /** An application on MOIDE's own class path, like the samples. */
    public static final class Resident implements Application {
        @Override
        public void run(org.moide.engine.ComputeThread self) {}
    }

    private static ProgramClass find(String name, Path place) throws IOException {
        try (ApplicationLoader loader = loader(name, place)) {
            return ProgramClass.find(loader);
        }
    }

    private static ApplicationLoader loader(String name, Path place) {
        return new ApplicationLoader(new ApplicationFiles(name, List.of(place.toString())));
    }
}
