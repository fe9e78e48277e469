package org.moide.balance.offence;

import org.moide.monitor.HostReport;

/** Breaks an architecture rule, for the test that the rule detects it. */
public interface KnowsMonitor {
    /** Uses a type that this module must not use. */
    HostReport other();
}
