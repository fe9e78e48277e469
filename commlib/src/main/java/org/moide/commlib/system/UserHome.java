package org.moide.commlib.system;

import java.nio.file.Path;
import java.util.Map;

/**
 * The folder for files that all processes of this user on this host share. It respects {@code HOME}, as scripts and
 * containers expect; the JVM's own {@code user.home} comes from the system's list of users and ignores it.
 */
public final class UserHome {
    /** The environment variable that takes precedence over {@code HOME}, so that MOIDE can have a folder of its own. */
    private static final String OWN_VARIABLE = "MOIDE_HOME";

    private static final String VARIABLE = "HOME";

    private UserHome() {}

    /**
     * Returns this process's folder: {@code MOIDE_HOME}, or {@code HOME}, or the JVM's {@code user.home}. Child
     * processes inherit it.
     */
    public static Path folder() {
        return folder(System.getenv(), System.getProperty("user.home", "."));
    }

    /**
     * Returns the folder for an environment. An empty variable counts as not set.
     *
     * @param variables the environment
     * @param found the JVM's {@code user.home}
     */
    static Path folder(Map<String, String> variables, String found) {
        for (String name : new String[] {OWN_VARIABLE, VARIABLE}) {
            String named = variables.getOrDefault(name, "");
            if (!named.isEmpty()) {
                return Path.of(named).toAbsolutePath().normalize();
            }
        }
        return Path.of(found);
    }
}
