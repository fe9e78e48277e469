package org.moide;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/**
 * The settings of this JVM that its engines get: what it was started with that changes what code computes, and the
 * default locale and time zone that it has now.
 */
final class ProgramSettings {
    /** The options that go to engines, as they begin. */
    private static final List<String> TAKEN = List.of(
            "-D",
            "-ea",
            "-da",
            "-esa",
            "-dsa",
            "-enableassertions",
            "-disableassertions",
            "-enablesystemassertions",
            "-disablesystemassertions",
            "--add-opens",
            "--add-exports",
            "--enable-preview",
            "--enable-native-access");

    /** The properties that do not, as they begin: they are of this JVM alone, or of this machine. */
    private static final List<String> LEFT = List.of(
            "moide.",
            "java.class.path",
            "java.home",
            "java.io.tmpdir",
            "java.library.path",
            "java.rmi.",
            "java.security.",
            "java.util.logging.",
            "com.sun.management.",
            "jdk.serialFilter",
            "jdk.module.",
            "sun.",
            "surefire.",
            "user.dir",
            "user.home",
            "user.name",
            "user.language",
            "user.country",
            "user.variant",
            "user.script",
            "user.timezone");

    private ProgramSettings() {}

    /** Returns the options of Java that give them to another JVM. */
    static List<String> arguments() {
        List<String> all = new ArrayList<>();
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            boolean property = argument.startsWith("-D");
            boolean left = property && LEFT.stream().anyMatch(name -> argument.startsWith(name, 2));
            if (!left && TAKEN.stream().anyMatch(argument::startsWith)) {
                all.add(argument);
            }
        }
        Locale locale = Locale.getDefault();
        all.add("-Duser.language=" + locale.getLanguage());
        all.add("-Duser.country=" + locale.getCountry());
        all.add("-Duser.script=" + locale.getScript());
        all.add("-Duser.variant=" + locale.getVariant());
        all.add("-Duser.timezone=" + TimeZone.getDefault().getID());
        return all;
    }
}
