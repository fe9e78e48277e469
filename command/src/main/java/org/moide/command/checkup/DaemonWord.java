package org.moide.command.checkup;

import java.io.Serializable;
import java.util.List;

/**
 * What a daemon says of its machine.
 *
 * @param javaVersion its feature number: 17, 25
 * @param epochMillis its wall clock
 * @param wayBack why it could not reach who asks; empty if it could
 * @param findings about the machine itself
 */
public record DaemonWord(int javaVersion, long epochMillis, String wayBack, List<Finding> findings)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** There are a dozen checks. */
    private static final int MOST_FINDINGS = 64;

    public DaemonWord {
        findings = List.copyOf(findings);
        if (findings.size() > MOST_FINDINGS) {
            throw new IllegalArgumentException(
                    "expected at most " + MOST_FINDINGS + " findings, found " + findings.size());
        }
    }
}
