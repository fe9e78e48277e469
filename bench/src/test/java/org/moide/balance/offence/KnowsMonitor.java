package org.moide.balance.offence;

import org.moide.monitor.HostReport;

/** Breaks a rule, so that the rule is seen to fire. */
public interface KnowsMonitor {
    /** What this module must not know. */
    HostReport other();
}
