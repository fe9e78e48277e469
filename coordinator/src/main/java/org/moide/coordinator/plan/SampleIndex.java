package org.moide.coordinator.plan;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.FileTrouble;

/**
 * The sample applications: their names, their classes, and the jar that contains them. The jar is shipped to hosts like
 * a user's own.
 *
 * @param classes the class names by sample name, in the order of the index
 * @param location the samples jar, or the folder of its classes; null if there are no samples
 */
public record SampleIndex(
        Map<String, String> classes, @Nullable Path location) {
    /**
     * The resource of the samples jar that lists the samples as lines of {@code name=class}; {@code #} starts a
     * comment.
     */
    public static final String RESOURCE = "META-INF/moide/samples.properties";

    /** The file name of the samples jar, which is in the same folder as {@code moide.jar}. */
    public static final String JAR = "moide-samples.jar";

    public SampleIndex {
        classes = Collections.unmodifiableMap(new LinkedHashMap<>(classes));
    }

    /**
     * Finds the samples in {@code named}. If {@code named} is null, looks for them beside the jar from which this class
     * was loaded, and then on the class path.
     *
     * @param named the jar or folder to read; null to look for one
     * @throws PlanException if {@code named} has no samples
     */
    public static SampleIndex find(@Nullable Path named) {
        if (named != null) {
            return read(named);
        }
        Path beside = besideOwnJar();
        if (beside != null && Files.isRegularFile(beside)) {
            return read(beside);
        }
        URL resource = SampleIndex.class.getClassLoader().getResource(RESOURCE);
        if (resource == null) {
            return new SampleIndex(Map.of(), null);
        }
        return read(holder(resource));
    }

    private static @Nullable Path besideOwnJar() {
        try {
            var source = SampleIndex.class.getProtectionDomain().getCodeSource();
            return source == null || source.getLocation() == null
                    ? null
                    : Path.of(source.getLocation().toURI()).resolveSibling(JAR);
        } catch (URISyntaxException notAFile) {
            return null;
        }
    }

    /** Returns the jar or the folder of classes that a resource was found in. */
    private static Path holder(URL resource) {
        String text = resource.toString();
        String place = text.substring(0, text.length() - RESOURCE.length());
        if (place.startsWith("jar:")) {
            place = place.substring("jar:".length(), place.lastIndexOf('!'));
        }
        return Path.of(URI.create(place));
    }

    private static SampleIndex read(Path location) {
        try {
            if (Files.isDirectory(location)) {
                return new SampleIndex(parse(Files.readString(location.resolve(RESOURCE))), location);
            }
            try (ZipFile jar = new ZipFile(location.toFile())) {
                var entry = jar.getEntry(RESOURCE);
                if (entry == null) {
                    throw new PlanException(
                            "expected a samples jar with " + RESOURCE + " in it, found none in " + location);
                }
                try (InputStream index = jar.getInputStream(entry)) {
                    return new SampleIndex(parse(new String(index.readAllBytes(), StandardCharsets.UTF_8)), location);
                }
            }
        } catch (IOException unreadable) {
            throw new PlanException(
                    "cannot read the samples in " + location + ": " + FileTrouble.whenReading(unreadable), unreadable);
        }
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> classes = new LinkedHashMap<>();
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw new PlanException(RESOURCE + ": expected name=class, found '" + line + "'");
            }
            classes.put(
                    line.substring(0, equals).strip(),
                    line.substring(equals + 1).strip());
        }
        return classes;
    }
}
