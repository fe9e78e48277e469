package org.moide.coordinator.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The class files of this project, and the references between its packages. A mutant is a class with a planted fault.
 * To test it, only those packages are loaded again that refer to the mutant.
 */
final class ClassFiles {
    /**
     * The pattern of the name of a class of this project, in the form that constants, descriptors and signatures of a
     * class file have.
     */
    private static final Pattern OURS = Pattern.compile("org/moide/[\\w/$]+");

    private final ClassLoader source = ClassFiles.class.getClassLoader();
    private final Map<String, byte[]> read = new HashMap<>();
    private final Map<String, Map<String, Set<String>>> worlds = new HashMap<>();

    synchronized byte[] of(String className) {
        return read.computeIfAbsent(className, this::read);
    }

    private byte[] read(String className) {
        try (InputStream in = source.getResourceAsStream(className.replace('.', '/') + ".class")) {
            return in == null ? new byte[0] : in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Returns the packages on all paths of references from one class to another. A package is always taken as a whole,
     * since package-private access requires the same class loader.
     *
     * @param from the name of the class at which the paths begin
     * @param to the package at which the paths end
     */
    synchronized Set<String> between(String from, String to) {
        Map<String, Set<String>> known = worlds.computeIfAbsent(from, this::walk);
        Set<String> knowing = new TreeSet<>(Set.of(to));
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<String, Set<String>> entry : known.entrySet()) {
                more |= entry.getValue().stream().anyMatch(knowing::contains) && knowing.add(entry.getKey());
            }
        }
        return knowing;
    }

    /**
     * Returns all packages to which a class refers, directly or indirectly, each with the packages to which it refers
     * itself.
     */
    private Map<String, Set<String>> walk(String from) {
        Map<String, Set<String>> known = new HashMap<>();
        Set<String> seen = new HashSet<>(Set.of(from));
        Deque<String> next = new ArrayDeque<>(seen);
        for (String name = next.poll(); name != null; name = next.poll()) {
            Set<String> of = known.computeIfAbsent(packageOf(name), first -> new TreeSet<>());
            Matcher found = OURS.matcher(new String(of(name), StandardCharsets.ISO_8859_1));
            while (found.find()) {
                String other = found.group().replace('/', '.');
                if (of(other).length > 0) {
                    of.add(packageOf(other));
                    if (seen.add(other)) {
                        next.add(other);
                    }
                }
            }
        }
        return known;
    }

    static String packageOf(String className) {
        return className.substring(0, className.lastIndexOf('.'));
    }
}
