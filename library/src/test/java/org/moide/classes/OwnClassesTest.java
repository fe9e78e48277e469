package org.moide.classes;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.RunListener;
import org.moide.commlib.system.OwnClassPath;

class OwnClassesTest {
    /** Matches the jars that MOIDE needs on this test's class path, which also has the jars that tests need. */
    private static final Pattern NEEDED =
            Pattern.compile("(gson|picocli|oshi|jna|slf4j-api|jspecify)(-[a-z-]+)?-[0-9.]+\\.jar");

    @TempDir
    Path folder;

    @Test
    void shouldKnowEachJarThatTheChildNeeds() {
        assertThat(OwnClassPath.entries().stream()
                        .map(Path::of)
                        .filter(entry ->
                                NEEDED.matcher(entry.getFileName().toString()).matches()))
                .hasSizeGreaterThan(6)
                .isSubsetOf(OwnClasses.places());
    }

    @Test
    void shouldFollowClassLoadersThatNameTheirJars() throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Path jar = Files.createFile(folder.resolve("a.jar"));
        URL[] urls = {
            classes.toUri().toURL(),
            jar.toUri().toURL(),
            folder.resolve("none.jar").toUri().toURL()
        };
        String file = RunListener.class.getName().replace('.', '/') + ".class";
        Files.createDirectories(classes.resolve(file).getParent());
        try (var in = RunListener.class.getClassLoader().getResourceAsStream(file)) {
            Files.write(classes.resolve(file), in.readAllBytes());
        }
        try (URLClassLoader apart = new URLClassLoader(urls, null)) {
            assertThat(OwnClasses.ofLoaders(apart.loadClass(RunListener.class.getName())))
                    .isEqualTo(Arrays.asList(classes, jar));
        }
        assertThat(OwnClasses.ofLoaders(String.class)).isEmpty();
    }
}
