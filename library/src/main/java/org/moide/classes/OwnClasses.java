package org.moide.classes;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Separates the entries of a program's class path into those of MOIDE and those of the program. */
public final class OwnClasses {
    /** Names of classes, one from each jar of MOIDE and of the libraries that it needs. */
    private static final List<String> ONE_OF_EACH = List.of(
            "org.moide.Moide",
            "org.moide.commlib.CommLib",
            "org.moide.balance.strategy.Strategies",
            "org.moide.monitor.HostReport",
            "org.moide.engine.Program",
            "org.moide.coordinator.plan.RunPlan",
            "org.moide.hosts.network.DaemonNetwork",
            "org.moide.command.serve.RunFrame",
            "com.google.gson.Gson",
            "picocli.CommandLine",
            "oshi.SystemInfo",
            "oshi.hardware.HardwareAbstractionLayer",
            "com.sun.jna.Native",
            "com.sun.jna.platform.FileUtils",
            "org.slf4j.LoggerFactory",
            "org.jspecify.annotations.NullMarked");

    private static final Set<Path> PLACES = Collections.unmodifiableSet(found());

    private OwnClasses() {}

    /** Returns the jars and class folders of MOIDE and of the libraries that it needs. */
    public static Set<Path> places() {
        return PLACES;
    }

    private static Set<Path> found() {
        Set<Path> places = new LinkedHashSet<>();
        for (String name : ONE_OF_EACH) {
            try {
                Path place = placeOf(Class.forName(name, false, OwnClasses.class.getClassLoader()));
                if (place != null) {
                    places.add(place);
                }
            } catch (ClassNotFoundException | LinkageError absent) {
                // Either this installation does not need it, or the child process reports that it is missing.
            }
        }
        return places;
    }

    /**
     * Returns the name of the program's main class, or of its source file if Java was started with a source file; empty
     * if the JVM does not say.
     */
    public static String main() {
        return main(System.getProperty("sun.java.command", ""), System.getProperty("java.class.path", ""));
    }

    /**
     * Returns the name of a JVM's main class, like {@link #main()}, from the JVM's properties.
     *
     * @param command the main class or jar with which the JVM was started, and its arguments
     */
    static String main(String command, String classPath) {
        if (classPath.endsWith(".jar") && command.startsWith(classPath)) {
            try (JarFile jar = new JarFile(classPath)) {
                Manifest manifest = jar.getManifest();
                String main =
                        manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
                return main == null ? "" : main.strip();
            } catch (IOException unreadable) {
                return "";
            }
        }
        String[] words = command.strip().split("\\s+", 3);
        if (words[0].startsWith("jdk.compiler/") && words.length > 1) {
            return words[1].substring(words[1].lastIndexOf(File.separatorChar) + 1);
        }
        return words[0].substring(words[0].indexOf('/') + 1);
    }

    /** Returns the jar or class folder of this library; empty if it is unknown. */
    public static List<Path> library() {
        Path place = placeOf(OwnClasses.class);
        return place == null ? List.of() : List.of(place);
    }

    /** Returns the jar or class folder from which a class was read; null if the class exists in memory only. */
    static @Nullable Path placeOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null ? null : place(source.getLocation());
    }

    private static @Nullable Path place(URL url) {
        try {
            return Path.of(url.toURI()).toAbsolutePath().normalize();
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException elsewhere) {
            return null;
        }
    }

    /**
     * Returns the jars and class folders on the program's class path and module path, in order, without those of MOIDE.
     */
    static List<Path> ofProgram() {
        return others(Stream.of("java.class.path", "jdk.module.path")
                .map(System::getProperty)
                .filter(Objects::nonNull)
                .flatMap(entries -> Arrays.stream(entries.split(File.pathSeparator, -1)))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of));
    }

    /**
     * Returns the jars and class folders that are named by the class loaders of this class (its own and their parents),
     * without those of MOIDE. The class loaders of JShell and of web containers name some that are not on the JVM's
     * class path.
     */
    static List<Path> ofLoaders(Class<?> type) {
        List<Path> named = new ArrayList<>();
        for (ClassLoader loader = type.getClassLoader(); loader != null; loader = loader.getParent()) {
            if (loader instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    Path place = place(url);
                    if (place != null) {
                        named.add(place);
                    }
                }
            }
        }
        return others(named.stream());
    }

    private static List<Path> others(Stream<Path> all) {
        Set<Path> own = places();
        return all.map(entry -> entry.toAbsolutePath().normalize())
                .filter(entry -> Files.isDirectory(entry)
                        || entry.toString().toLowerCase(Locale.ROOT).endsWith(".jar"))
                .filter(Files::exists)
                .filter(entry -> !own.contains(entry))
                .distinct()
                .toList();
    }
}
