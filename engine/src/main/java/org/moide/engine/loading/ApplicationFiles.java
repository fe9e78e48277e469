package org.moide.engine.loading;

import java.util.List;
import java.util.Map;
import org.moide.commlib.system.OwnClassPath;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The places of an application's classes, and of the files that the user named for it, on this machine.
 *
 * @param mainClass the class to run; empty if no class is to be run
 * @param classPath the absolute paths of jars and folders
 * @param named the absolute paths of the files that {@code --files} named, by the files' names
 */
public record ApplicationFiles(String mainClass, List<String> classPath, Map<String, String> named)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    public ApplicationFiles {
        classPath = List.copyOf(classPath);
        named = Map.copyOf(named);
        if (classPath.isEmpty()) {
            throw new IllegalArgumentException("application " + mainClass + ": expected a jar or folder, found none");
        }
    }

    /** Creates the places of an application that reads no files of the user's. */
    public ApplicationFiles(String mainClass, List<String> classPath) {
        this(mainClass, classPath, Map.of());
    }

    /** Returns the same classes with these files. */
    public ApplicationFiles withNamed(Map<String, String> files) {
        return new ApplicationFiles(mainClass, classPath, files);
    }

    /** Returns the places of an application that comes with MOIDE: its classes lie where this JVM's own do. */
    public static ApplicationFiles ofOwnClassPath(String mainClass) {
        return new ApplicationFiles(mainClass, OwnClassPath.entries());
    }
}
