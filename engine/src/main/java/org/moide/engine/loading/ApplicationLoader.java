package org.moide.engine.loading;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.moide.engine.Program;
import org.moide.engine.UsageException;

/**
 * Loads one application's classes, apart from ours and from other applications': it sees the Java platform, the
 * application API and its own jars and folders, nothing else. Any thread.
 */
public final class ApplicationLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ApplicationFiles files;

    /**
     * Opens nothing yet but looks at every file.
     *
     * @throws UsageException if one does not exist or is no jar
     */
    public ApplicationLoader(ApplicationFiles files) {
        super(urls(files), new VisibleClasses(Program.class.getClassLoader()));
        this.files = files;
    }

    public ApplicationFiles files() {
        return files;
    }

    /** Whether a class is the application's own, defined by this loader. */
    public boolean owns(Class<?> type) {
        return type.getClassLoader() == this;
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
