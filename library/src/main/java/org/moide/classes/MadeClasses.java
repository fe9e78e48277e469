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
 * Finds the bytes of classes that are in no file, such as those of JShell, so that engines can load them, and of all
 * such classes that these refer to. An application's classes are put into a jar, those of a call are sent with it.
 */
public final class MadeClasses {
    /** Matches texts that may be the name of a class, alone or within a descriptor or a signature. */
    private static final Pattern NAME = Pattern.compile("[\\w$/]+");

    private MadeClasses() {}

    /**
     * Writes a new jar with this class and all classes in no file that it needs. Returns null if the class itself is in
     * a file.
     *
     * @throws IllegalArgumentException if a class loader does not return the bytes of its class
     */
    public static @Nullable Path jar(Class<?> application) {
        if (!isMade(application)) {
            return null;
        }
        try {
            Path jar = Files.createTempFile("moide-classes-", ".jar");
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
                for (Map.Entry<Class<?>, byte[]> made : reachable(application).entrySet()) {
                    out.putNextEntry(new JarEntry(file(made.getKey().getName())));
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

    /**
     * Returns whether a class is in no jar and no class folder and does not belong to the JDK, so that it exists in
     * memory only.
     */
    public static boolean isMade(Class<?> type) {
        return type.getClassLoader() != null && !type.getModule().isNamed() && OwnClasses.placeOf(type) == null;
    }

    /**
     * The bytes of a class and of all that it needs, but for those that lie in a file.
     *
     * @throws IllegalArgumentException if a class loader does not return the bytes of its class
     */
    static Map<Class<?>, byte[]> reachable(Class<?> first) throws IOException {
        Map<Class<?>, byte[]> found = new LinkedHashMap<>();
        Set<String> asked = new HashSet<>();
        Queue<Class<?>> next = new ArrayDeque<>(Set.of(first));
        for (Class<?> type = next.poll(); type != null; type = next.poll()) {
            byte[] bytes = bytes(type);
            if (found.putIfAbsent(type, bytes) == null) {
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

    /**
     * The bytes of a class as they are now: JShell changes a class when a method is typed in anew.
     *
     * @throws IllegalArgumentException if its loader does not tell them
     */
    static byte[] bytes(Class<?> type) throws IOException {
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
            return null; // the text is not the name of a class
        }
    }

    /** Returns the texts in a class's constants that may be names of classes. */
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
