package org.moide.coordinator.mutant;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles one source file with a fault in it, against the classes of the test's class path. Keeps the class files in
 * memory.
 */
final class MutantCompiler implements AutoCloseable {
    private static final List<String> OPTIONS = List.of(
            "-proc:none",
            "-implicit:none",
            "-Xlint:none",
            "-g:source,lines",
            "-classpath",
            System.getProperty("java.class.path"));

    private final Path root;
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);

    /**
     * Creates the compiler.
     *
     * @param root the folder below which the sources are
     */
    MutantCompiler(Path root) {
        this.root = root;
    }

    /**
     * Compiles a mutant's source file. Returns the class files by class name.
     *
     * @throws IllegalArgumentException if the mutant does not fit the source, or does not compile
     */
    Map<String, byte[]> compile(Mutant mutant) throws IOException {
        InMemory made = new InMemory(files);
        StringWriter complaints = new StringWriter();
        if (!compiles(List.of(mutant), made, complaints)) {
            throw new IllegalArgumentException("mutant '" + mutant.name() + "' does not compile:\n" + complaints);
        }
        return made.classes();
    }

    /**
     * Checks that all mutants compile. First compiles mutants of different classes together, which takes a fifth of the
     * time. Compiles them one by one only if that fails.
     *
     * @throws IllegalArgumentException if a mutant does not fit its source, or does not compile
     */
    void requireFitting(List<Mutant> mutants) throws IOException {
        List<Mutant> left = new ArrayList<>(mutants);
        while (!left.isEmpty()) {
            Map<String, Mutant> ofOneEach = new LinkedHashMap<>();
            left.forEach(mutant -> ofOneEach.putIfAbsent(mutant.className(), mutant));
            left.removeAll(ofOneEach.values());
            if (!compiles(ofOneEach.values(), new InMemory(files), new StringWriter())) {
                for (Mutant mutant : ofOneEach.values()) {
                    compile(mutant);
                }
            }
        }
    }

    private boolean compiles(Collection<Mutant> mutants, InMemory made, StringWriter complaints) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (Mutant mutant : mutants) {
            String text = mutant.in(Files.readString(root.resolve(mutant.source())));
            sources.add(new Source(mutant.className(), text));
        }
        return compiler.getTask(complaints, made, null, OPTIONS, null, sources).call();
    }

    @Override
    public void close() throws IOException {
        files.close();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("mutant:///" + className.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** A file manager that holds the class files which the compiler writes. */
    private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

        InMemory(StandardJavaFileManager reading) {
            super(reading);
        }

        Map<String, byte[]> classes() {
            Map<String, byte[]> classes = new HashMap<>();
            written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
            return classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            written.put(className, bytes);
            return new SimpleJavaFileObject(URI.create("mutant:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
