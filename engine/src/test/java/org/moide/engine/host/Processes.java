package org.moide.engine.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Helpers of tests that examine processes. */
public final class Processes {
    private Processes() {}

    /**
     * Returns whether a process has ended. A dead process whose parent has ended may remain as a zombie until process 1
     * collects it, and {@link ProcessHandle} reports a zombie as alive.
     */
    public static boolean isGone(long pid) {
        if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
            return true;
        }
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException gone) {
            return true;
        }
    }

    public static void kill(long pid) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-9", Long.toString(pid)).start().waitFor();
        if (code != 0) {
            throw new IOException("kill -9 " + pid + " failed with exit code " + code);
        }
    }
}
