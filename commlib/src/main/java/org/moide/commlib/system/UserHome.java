package org.moide.commlib.system;

import java.nio.file.Path;
import java.util.Map;

/**
 * The folder where this user keeps what all of MOIDE's processes on this host share. Scripts and containers set
 * {@code HOME} and expect that it counts, and the JVM's own {@code user.home} is what the system's list of users says,
 * whatever {@code HOME} is.
 */
public final class UserHome {
    /** Counts before {@code HOME}: names another place for MOIDE alone. */
    private static final String OWN_VARIABLE = "MOIDE_HOME";

    private static final String VARIABLE = "HOME";

    private UserHome() {}

    /**
     * Finds this process's: {@code MOIDE_HOME}, else {@code HOME}, else what the JVM has found. Children inherit it.
     */
    public static Path folder() {
        return folder(System.getenv(), System.getProperty("user.home", "."));
    }

    /**
     * Finds the folder of any environment. What is empty counts as not set.
     *
     * @param variables the environment
     * @param found what the JVM has found
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
