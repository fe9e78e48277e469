package org.moide.commlib.rmi;

import java.util.Arrays;
import java.util.List;

/** Finds out what the threads of this JVM do. */
final class Threads {
    private Threads() {}

    static List<String> named(String... prefixes) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> Arrays.stream(prefixes).anyMatch(name::startsWith))
                .toList();
    }

    /** Returns whether any thread of this JVM is now executing the method. */
    static boolean in(String simpleClass, String method) {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().endsWith("." + simpleClass)
                        && frame.getMethodName().equals(method));
    }

    static int count() {
        return Thread.getAllStackTraces().size();
    }
}
