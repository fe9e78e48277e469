package org.moide.engine.loading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Names of the classes in an application's jars and folders, for suggestions in error messages. */
final class ClassNames {
    /**
     * The greatest number of classes that are searched. The user of a larger application should name the class exactly.
     */
    private static final int MOST_CLASSES = 20_000;

    private static final int SUGGESTIONS = 3;

    private final ApplicationLoader loader;

    ClassNames(ApplicationLoader loader) {
        this.loader = loader;
    }

    String where() {
        return String.join(", ", loader.files().classPath());
    }

    /**
     * Returns the names of classes similar to a wrong name, as text that follows an error message; an empty text if
     * there are none.
     */
    String nearest(String wrong) {
        List<String> all = new ArrayList<>();
        for (String entry : loader.files().classPath()) {
            all.addAll(namesIn(Path.of(entry)));
        }
        all.removeIf(name -> VisibleClasses.isVisible(name)
                || distance(wrong, name) > Math.max(2, simple(wrong).length() / 2));
        all.sort(Comparator.comparingInt((String name) -> distance(wrong, name)).thenComparing(name -> name));
        List<String> near = all.stream()
                .distinct()
                .filter(this::isApplication)
                .limit(SUGGESTIONS)
                .toList();
        return near.isEmpty() ? "" : "; the nearest names are " + String.join(", ", near);
    }

    private boolean isApplication(String name) {
        try {
            return ProgramClass.isApplication(Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError | SecurityException incomplete) {
            return false;
        }
    }

    private static List<String> namesIn(Path entry) {
        try {
            if (Files.isDirectory(entry)) {
                try (Stream<Path> files = Files.walk(entry)) {
                    return names(
                            files.map(file -> entry.relativize(file).toString().replace('\\', '/')));
                }
            }
            try (JarFile jar = new JarFile(entry.toFile())) {
                return names(jar.stream().map(Object::toString));
            }
        } catch (IOException | java.io.UncheckedIOException unreadable) {
            return Collections.emptyList();
        }
    }

    private static List<String> names(Stream<String> files) {
        return files.filter(file -> file.endsWith(".class") && !file.startsWith("META-INF/"))
                .filter(file -> !file.endsWith("-info.class"))
                .map(file ->
                        file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                .limit(MOST_CLASSES)
                .toList();
    }

    /**
     * Returns the edit distance of the simple names, ignoring case. Packages are ignored because they are long and
     * seldom mistyped.
     */
    private static int distance(String wrong, String right) {
        String a = simple(wrong).toLowerCase(java.util.Locale.ROOT);
        String b = simple(right).toLowerCase(java.util.Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
