package org.moide.commlib.system;

import java.io.File;
import java.util.List;
import java.util.regex.Pattern;

/** The class path with which this JVM was started. */
public final class OwnClassPath {
    private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

    private OwnClassPath() {}

    /** Returns the jars and class folders of this JVM's class path as absolute paths, in order. */
    public static List<String> entries() {
        return SEPARATOR
                .splitAsStream(System.getProperty("java.class.path", ""))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> new File(entry).getAbsolutePath())
                .toList();
    }
}
