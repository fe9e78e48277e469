package org.moide.coordinator.commit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program that made a checkpoint. Another program must not resume from it.
 *
 * @param application the name of its class
 * @param fingerprint the fingerprint of its classes and of MOIDE's version
 * @param arguments the arguments after its name
 */
public record Origin(String application, String fingerprint, List<String> arguments) {
    public Origin {
        arguments = List.copyOf(arguments);
    }

    /** Returns why this program cannot resume from a checkpoint of {@code other}; null if it can. */
    @Nullable
    String problemWith(Origin other) {
        if (!other.application().equals(application)) {
            return "expected a checkpoint of " + application + ", found one of " + other.application();
        }
        if (!other.fingerprint().equals(fingerprint)) {
            return "expected a checkpoint of the classes that are there, found one of others: " + application
                    + " was built anew since, or MOIDE was";
        }
        if (!other.arguments().equals(arguments)) {
            return "expected a checkpoint of a run with the arguments '" + String.join(" ", arguments)
                    + "', found one with '" + String.join(" ", other.arguments()) + "'";
        }
        return null;
    }
}
