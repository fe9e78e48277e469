package org.moide.bench.offence;

import oshi.SystemInfo;

/** Breaks a rule, so that the rule is seen to fire. */
public final class KnowsOshi {
    SystemInfo system() {
        return new SystemInfo();
    }
}
