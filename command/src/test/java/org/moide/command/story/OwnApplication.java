package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A user's own application, which is written, compiled and packed outside of this project. */
public final class OwnApplication {
    private final Path classes;

    /** Creates an application from a folder of compiled classes. */
    OwnApplication(Path classes) {
        this.classes = classes;
    }

    /** Compiles one source file with this test's class path. */
    public static OwnApplication compile(Path folder, String className, String source) throws IOException {
        String simple = className.substring(className.lastIndexOf('.') + 1);
        Path file = folder.resolve(simple + ".java");
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.writeString(file, source);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        said,
                        said,
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        file.toString());
        assertThat(exit).as("compiling %s: %s", file, said).isZero();
        return new OwnApplication(classes);
    }

    /** Copies the classes of a package to a folder, since the jars of MOIDE do not contain a user's application. */
    static void copyPackageOf(Class<?> type, Path classes) throws IOException, URISyntaxException {
        Path from =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        String folder = type.getPackageName().replace('.', '/');
        Path into = Files.createDirectories(classes.resolve(folder));
        try (FileSystem jar = Files.isDirectory(from) ? null : FileSystems.newFileSystem(from);
                Stream<Path> files = Files.list((jar == null ? from : jar.getPath("/")).resolve(folder))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, into.resolve(file.getFileName().toString()));
            }
        }
    }

    public Path classes() {
        return classes;
    }

    public Path jar(Path jar) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(classes)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            for (Path file : files) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
        return jar;
    }
}
