package org.moide.coordinator.plan;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.moide.commlib.system.FileTrouble;

/** Reads class paths that users wrote, and checks that their jars and class folders exist and can be read. */
public final class ClassPathEntries {
    private ClassPathEntries() {}

    /**
     * Parses the value of {@code --classpath}: jars, class folders, and {@code folder/*} for all jars of a folder,
     * separated by the system's path separator.
     *
     * @throws PlanException if an entry does not exist, or is no jar
     */
    public static List<Path> parse(String text) {
        List<Path> entries = new ArrayList<>();
        for (String part : text.split(File.pathSeparator, -1)) {
            if (part.isEmpty()) {
                throw new PlanException("--classpath: expected jars and folders with '" + File.pathSeparator
                        + "' between them, found an empty one in '" + text + "'");
            }
            if (part.equals("*") || part.endsWith("/*") || part.endsWith(File.separator + "*")) {
                entries.addAll(jarsIn(Path.of(part.equals("*") ? "." : part.substring(0, part.length() - 2))));
            } else {
                entries.add(Path.of(part));
            }
        }
        return withTheirOwn("--classpath", entries);
    }

    /**
     * Checks each entry of a class path. Returns the entries and the further jars that their manifests name
     * ({@code Class-Path}).
     *
     * @param where the option or file that has the class path, for errors
     */
    static List<Path> withTheirOwn(String where, List<Path> entries) {
        Set<Path> all = new LinkedHashSet<>();
        Deque<Path> open = new ArrayDeque<>();
        for (Path entry : entries) {
            Path absolute = entry.toAbsolutePath().normalize();
            if (Files.isDirectory(absolute)) {
                all.add(absolute);
                continue;
            }
            if (!Files.isRegularFile(absolute)) {
                throw new PlanException(
                        where + ": expected a jar or a folder of classes, found nothing at " + absolute);
            }
            open.add(absolute);
            while (!open.isEmpty()) {
                Path jar = open.removeFirst();
                if (all.add(jar) && !Files.isDirectory(jar)) {
                    open.addAll(namedBy(where, jar));
                }
            }
        }
        return List.copyOf(all);
    }

    /**
     * Returns a jar's manifest; an empty one if the jar has none.
     *
     * @throws PlanException if the file is no jar
     */
    static Manifest manifest(String where, Path jar) {
        // Does not verify signatures: the class loader does that when it loads classes.
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            Manifest manifest = file.getManifest();
            return manifest == null ? new Manifest() : manifest;
        } catch (ZipException noZip) {
            throw new PlanException(
                    where + ": expected a jar, found something else in " + jar + " (" + noZip.getMessage() + ")",
                    noZip);
        } catch (IOException unreadable) {
            throw new PlanException(
                    where + ": cannot read " + jar + ": " + FileTrouble.whenReading(unreadable), unreadable);
        }
    }

    private static List<Path> namedBy(String where, Path jar) {
        String names = manifest(where, jar).getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        if (names == null) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        for (String name : names.strip().split("\\s+", -1)) {
            try {
                Path path = Path.of(jar.toUri().resolve(new URI(name)));
                if (name.endsWith("/") ? Files.isDirectory(path) : holdsFiles(path)) {
                    found.add(path.normalize());
                }
            } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException notAFile) {
                // Leaves out an entry that is no file, like the java command.
            }
        }
        return found;
    }

    /**
     * Returns whether the path is a jar with at least one entry. If a jar's manifest names something else, it is
     * ignored, as the java command ignores it.
     */
    private static boolean holdsFiles(Path path) {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (ZipFile jar = new ZipFile(path.toFile())) {
            return jar.size() > 0;
        } catch (IOException noJar) {
            return false;
        }
    }

    /** Returns whether a name ends with {@code .jar}, in small or large letters. */
    static boolean isCalledJar(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(".jar");
    }

    private static List<Path> jarsIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> jars = files.filter(
                            file -> isCalledJar(file.getFileName().toString()))
                    .sorted()
                    .toList();
            if (jars.isEmpty()) {
                throw new PlanException("--classpath: expected jars in " + folder + ", found none");
            }
            return jars;
        } catch (IOException unreadable) {
            throw new PlanException("--classpath: expected a folder of jars, cannot read " + folder, unreadable);
        }
    }
}
