package org.moide.engine.loading;

import java.io.File;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where an application's classes lie on this machine.
 *
 * @param mainClass the class to run; empty to find it in the first jar
 * @param classPath jars and folders, absolute
 */
public record ApplicationFiles(String mainClass, List<String> classPath) implements Serializable {
    private static final long serialVersionUID = 1L;

    public ApplicationFiles {
        classPath = List.copyOf(classPath);
        if (classPath.isEmpty()) {
            throw new IllegalArgumentException("application " + mainClass + ": expected a jar or folder, found none");
        }
    }

    /** For applications that come with MOIDE: they lie where this JVM's own classes do. */
    public static ApplicationFiles ofOwnClassPath(String mainClass) {
        return new ApplicationFiles(
                mainClass,
                Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
                        .filter(entry -> !entry.isEmpty())
                        .map(entry -> new File(entry).getAbsolutePath())
                        .toList());
    }
}
