package org.moide.engine.loading;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources that are not on the class path, and packs them into a jar, like a user's application. */
public final class JarMaker {
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Manifest manifest = new Manifest();

    public JarMaker() {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    }

    /**
     * Adds a source file.
     *
     * @param name the name of the class
     */
    public JarMaker with(String name, String source) {
        sources.put(name, source);
        return this;
    }

    public JarMaker attribute(String name, String value) {
        manifest.getMainAttributes().putValue(name, value);
        return this;
    }

    /** Compiles the sources into a folder. */
    public Path folder(Path folder) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((name, text) -> units.add(new Source(name, text)));
        List<String> options = List.of(
                "-d", folder.toString(), "--release", "17", "-cp", System.getProperty("java.class.path"), "-proc:none");
        try {
            Files.createDirectories(folder);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
        if (!compiler.getTask(null, null, problems, options, null, units).call()) {
            throw new IllegalStateException(problems.getDiagnostics().stream()
                    .map(Diagnostic::toString)
                    .reduce("", (left, right) -> left + "\n" + right));
        }
        return folder;
    }

    /** Compiles the sources into a jar. */
    public Path jar(Path jar) throws IOException {
        Path folder = folder(Files.createTempDirectory("classes"));
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted().toList();
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Path file : all.stream().filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                out.write(Files.readAllBytes(file));
                out.closeEntry();
            }
        }
        for (int i = all.size() - 1; i >= 0; i--) { // in reverse order, because a folder comes before its content
            Files.delete(all.get(i));
        }
        return jar;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
