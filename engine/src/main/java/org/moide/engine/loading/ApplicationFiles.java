package org.moide.engine.loading;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.moide.commlib.system.OwnClassPath;

/**
 * Where an application's classes, and the files that the user named for it, lie on this machine.
 *
 * @param mainClass the class to run; empty if no class is to be run
 * @param classPath jars and folders, absolute
 * @param named the paths of the files that {@code --files} named, absolute, by their names
 */
public record ApplicationFiles(String mainClass, List<String> classPath, Map<String, String> named)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public ApplicationFiles {
        classPath = List.copyOf(classPath);
        named = Map.copyOf(named);
        if (classPath.isEmpty()) {
            throw new IllegalArgumentException("application " + mainClass + ": expected a jar or folder, found none");
        }
    }

    /** Of an application that reads no files of the user's. */
    public ApplicationFiles(String mainClass, List<String> classPath) {
        this(mainClass, classPath, Map.of());
    }

    /** The same classes with these files. */
    public ApplicationFiles withNamed(Map<String, String> files) {
        return new ApplicationFiles(mainClass, classPath, files);
    }

    /** For applications that come with MOIDE: they lie where this JVM's own classes do. */
    public static ApplicationFiles ofOwnClassPath(String mainClass) {
        return new ApplicationFiles(mainClass, OwnClassPath.entries());
    }
}
