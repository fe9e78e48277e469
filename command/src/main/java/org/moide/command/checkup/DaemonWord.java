package org.moide.command.checkup;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A daemon's answer to a checkup of its machine.
 *
 * @param javaVersion the feature number of the daemon's Java, such as 17
 * @param epochMillis the time of the daemon's wall clock
 * @param wayBack why the daemon could not call back the process that asked; empty if it could
 * @param findings the findings about the machine
 */
public record DaemonWord(int javaVersion, long epochMillis, String wayBack, List<Finding> findings)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** The greatest number of findings in an answer. There are about a dozen checks. */
    private static final int MOST_FINDINGS = 64;

    public DaemonWord {
        findings = List.copyOf(findings);
        if (findings.size() > MOST_FINDINGS) {
            throw new IllegalArgumentException(
                    "expected at most " + MOST_FINDINGS + " findings, found " + findings.size());
        }
    }
}
