package org.moide.monitor.power;

/**
 * The conditions under which a measured power is true: another JVM on the same processor has another power, by a factor
 * of two and more.
 */
public record PowerKey(String hostName, String cpuModel, String jvm) {
    public PowerKey {
        hostName = oneField(hostName);
        cpuModel = oneField(cpuModel);
        jvm = oneField(jvm);
    }

    /** The file is made of lines and tabs. */
    private static String oneField(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    /** Whether a line is of this host and this JVM. */
    static boolean isOf(String line, String hostName, String jvm) {
        return line.startsWith(oneField(hostName) + "\t") && line.endsWith("\t" + oneField(jvm));
    }

    String line() {
        return hostName + "\t" + cpuModel + "\t" + jvm;
    }
}
