package org.moide.balance.offence;

import org.moide.monitor.HostReport;

/**
 * Breaks the architecture rule that the module balance uses no other module but commlib. A test checks that the rule
 * detects this.
 */
public interface KnowsMonitor {
    /** Uses a type that this module must not use. */
    HostReport other();
}
