package org.moide.engine.core;

import java.util.List;

/** Finds the application's own line in a stack trace. Stateless. */
final class UserLine {
    /** Prefixes of class names in a stack trace that belong to the JDK or to MOIDE, not to the application. */
    private static final List<String> NOT_THE_APPLICATIONS = List.of(
            "java.",
            "jdk.",
            "sun.",
            "com.sun.proxy.",
            "org.moide.commlib.",
            "org.moide.balance.",
            "org.moide.engine.",
            "org.moide.test.paced.");

    private UserLine() {}

    /**
     * Returns the innermost frame that belongs to the application.
     *
     * @return a text such as {@code Heat.java:42}; empty if there is none
     */
    static String of(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (NOT_THE_APPLICATIONS.stream().noneMatch(frame.getClassName()::startsWith)) {
                String file = frame.getFileName();
                return file == null || frame.getLineNumber() < 0
                        ? frame.getClassName() + "." + frame.getMethodName()
                        : file + ":" + frame.getLineNumber();
            }
        }
        return "";
    }
}
