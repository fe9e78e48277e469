package org.moide.monitor.power;

/**
 * The conditions for which a measured power is valid: host, processor model and JVM. Another JVM on the same processor
 * can differ by a factor of two and more.
 */
public record PowerKey(String hostName, String cpuModel, String jvm) {
    public PowerKey {
        hostName = oneField(hostName);
        cpuModel = oneField(cpuModel);
        jvm = oneField(jvm);
    }

    /** Replaces tabs and line ends, which separate the fields of the file. */
    private static String oneField(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    /** Returns whether a line belongs to this host and this JVM. */
    static boolean isOf(String line, String hostName, String jvm) {
        return line.startsWith(oneField(hostName) + "\t") && line.endsWith("\t" + oneField(jvm));
    }

    String line() {
        return hostName + "\t" + cpuModel + "\t" + jvm;
    }
}
