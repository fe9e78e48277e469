package org.moide.engine.loading;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.moide.engine.Program;
import org.moide.engine.UsageException;

/**
 * Loads the classes of one application, separate from MOIDE's and other applications' classes. It sees only the Java
 * platform, the application API, and the application's jars and folders. Any thread.
 */
public final class ApplicationLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    /**
     * The limit on the total size of the classes that calls of an executor bring, in bytes. A shell session of a day
     * makes some hundred classes of some thousand bytes each.
     */
    private static final long MOST_LEARNT_BYTES = 64L << 20;

    private final ApplicationFiles files;
    // By class name; additions need the map's lock.
    private final Map<String, byte[]> learnt = new ConcurrentHashMap<>();
    private long learntBytes;

    /**
     * Checks that every jar and folder exists, but opens none yet.
     *
     * @throws UsageException if a file does not exist or is not a jar
     */
    public ApplicationLoader(ApplicationFiles files) {
        super(urls(files), new VisibleClasses(Program.class.getClassLoader()));
        this.files = files;
    }

    public ApplicationFiles files() {
        return files;
    }

    /** Returns whether this loader has defined the class. If so, the class belongs to the application. */
    public boolean owns(Class<?> type) {
        return type.getClassLoader() == this;
    }

    /**
     * Adds classes, given as bytes by name, to the application. Classes that were added before are ignored.
     *
     * @throws IllegalArgumentException if a class differs from an earlier one of the same name, or all classes together
     *     are too large
     */
    public void learn(Map<String, byte[]> classes) {
        synchronized (learnt) {
            classes.forEach(this::learn);
        }
    }

    private void learn(String name, byte[] bytes) {
        byte[] known = learnt.get(name);
        if (known != null && !Arrays.equals(known, bytes)) {
            throw new IllegalArgumentException(
                    "expected class " + name + " as it came with an earlier call, found that it"
                            + " was changed since: let another executor run calls that name it");
        }
        if (known == null && learntBytes + bytes.length > MOST_LEARNT_BYTES) {
            throw new IllegalArgumentException("expected at most " + MOST_LEARNT_BYTES
                    + " bytes of classes that lie in no file, found more: let another executor run this call");
        }
        if (known == null) {
            learntBytes += bytes.length;
            learnt.put(name, bytes);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = learnt.get(name);
        try {
            return bytes == null ? super.findClass(name) : defineClass(name, bytes, 0, bytes.length);
        } catch (SecurityException refused) {
            throw new SecurityException(refused(this, name, refused), refused);
        }
    }

    /**
     * Returns an error message about a class that the JVM refused to define, with the class's jar. One cause is a jar
     * whose bytes differ from those that were signed.
     */
    public static String refused(ClassLoader loader, String name, SecurityException why) {
        URL found = loader.getResource(name.replace('.', '/') + ".class");
        String place = found == null ? "its jar" : found.toString();
        int inside = place.indexOf("!/");
        if (place.startsWith("jar:file:") && inside > 0) {
            place = Path.of(URI.create(place.substring("jar:".length(), inside)))
                    .toString();
        }
        return "class " + name + " in " + place + " is refused by Java: " + why.getMessage()
                + "; if the jar was changed after it was signed, sign it again or take its signature out of META-INF";
    }

    private static URL[] urls(ApplicationFiles files) {
        List<URL> urls = new ArrayList<>();
        for (String entry : files.classPath()) {
            Path path = Path.of(entry);
            check(path);
            try {
                urls.add(path.toUri().toURL());
            } catch (MalformedURLException strange) {
                throw new UsageException("'" + entry + "' cannot be on a class path: " + strange.getMessage());
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static void check(Path path) {
        if (Files.isDirectory(path)) {
            return;
        }
        if (!Files.isReadable(path)) {
            throw new UsageException("expected a jar or a folder of classes, found no readable file: " + path);
        }
        try (ZipFile jar = new ZipFile(path.toFile())) {
            if (jar.size() == 0) {
                throw new UsageException("expected a jar with classes, found an empty one: " + path);
            }
        } catch (ZipException broken) {
            throw new UsageException(
                    "expected a jar, found a file that is none (" + broken.getMessage() + "): " + path);
        } catch (java.io.IOException unreadable) {
            throw new UsageException("expected a jar, found a file that cannot be read (" + unreadable + "): " + path);
        }
    }
}
