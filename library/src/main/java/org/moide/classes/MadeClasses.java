package org.moide.classes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.engine.loading.ClassFile;

/**
 * Classes that lie in no file, such as those of JShell, as engines can load them: an application in a jar, or those of
 * a call, which go along with it; and what these name, and what that names.
 */
public final class MadeClasses {
    /** A text that may be the name of a class, in a name, a descriptor or a signature. */
    private static final Pattern NAME = Pattern.compile("[\\w$/]+");

    private MadeClasses() {}

    /**
     * A new jar with this class, and with all that it needs and that lie in no file either; null if it lies in one.
     *
     * @throws IllegalArgumentException if one's loader does not tell its bytes
     */
    public static @Nullable Path jar(Class<?> application) {
        if (!isMade(application)) {
            return null;
        }
        try {
            Path jar = Files.createTempFile("moide-classes-", ".jar");
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
                for (Map.Entry<String, byte[]> made : reachable(application).entrySet()) {
                    out.putNextEntry(new JarEntry(file(made.getKey())));
                    out.write(made.getValue());
                    out.closeEntry();
                }
            } catch (IOException | RuntimeException unfinished) {
                Files.deleteIfExists(jar);
                throw unfinished;
            }
            return jar;
        } catch (IOException failed) {
            throw new UncheckedIOException("expected to write the classes that lie in no file into a jar", failed);
        }
    }

    /** Neither the JDK's nor from a jar or class folder. */
    public static boolean isMade(Class<?> type) {
        return type.getClassLoader() != null && !type.getModule().isNamed() && OwnClasses.placeOf(type) == null;
    }

    /**
     * The bytes of a class and of all that it needs, by name, but for those that lie in a file.
     *
     * @throws IllegalArgumentException if one's loader does not tell its bytes
     */
    static Map<String, byte[]> reachable(Class<?> first) throws IOException {
        Map<String, byte[]> found = new LinkedHashMap<>();
        Set<String> asked = new HashSet<>();
        Queue<Class<?>> next = new ArrayDeque<>(Set.of(first));
        for (Class<?> type = next.poll(); type != null; type = next.poll()) {
            byte[] bytes = bytes(type);
            if (found.putIfAbsent(type.getName(), bytes) == null) {
                for (String name : names(bytes)) {
                    Class<?> named = asked.add(name) ? find(name, type.getClassLoader()) : null;
                    if (named != null && isMade(named)) {
                        next.add(named);
                    }
                }
            }
        }
        return found;
    }

    private static String file(String name) {
        return name.replace('.', '/') + ".class";
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        String file = file(type.getName());
        try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("expected class " + type.getName()
                        + " in a jar or class folder, or a class loader that has its bytes as the resource " + file
                        + ", found neither (" + type.getClassLoader() + ")");
            }
            return in.readAllBytes();
        }
    }

    private static @Nullable Class<?> find(String name, ClassLoader loader) {
        try {
            return Class.forName(name.replace('/', '.'), false, loader);
        } catch (ClassNotFoundException | LinkageError none) {
            return null; // a word that is no class's name
        }
    }

    /** The texts in a class's constants that may be names of classes. */
    private static Set<String> names(byte[] bytes) throws IOException {
        Set<String> names = new HashSet<>();
        for (String text : ClassFile.of(bytes).texts()) {
            for (Matcher found = NAME.matcher(text); found.find(); ) {
                names.add(found.group());
                names.add(found.group().substring(1)); // after the L of a descriptor
            }
        }
        names.remove("");
        return names;
    }
}
