package org.moide.engine.loading;

import java.util.List;
import java.util.Map;
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.system.OwnClassPath;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The paths of an application's classes, and of the files that the user named for it, on this machine.
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
        named = FixedOrder.copyOf(named);
        if (classPath.isEmpty()) {
            throw new IllegalArgumentException("application " + mainClass + ": expected a jar or folder, found none");
        }
    }

    /** Creates the paths of an application for which the user named no files. */
    public ApplicationFiles(String mainClass, List<String> classPath) {
        this(mainClass, classPath, Map.of());
    }

    public ApplicationFiles withNamed(Map<String, String> files) {
        return new ApplicationFiles(mainClass, classPath, files);
    }

    /** Returns the paths of an application that is part of MOIDE, on the class path of this JVM. */
    public static ApplicationFiles ofOwnClassPath(String mainClass) {
        return new ApplicationFiles(mainClass, OwnClassPath.entries());
    }
}
