package org.moide.bench.offence;

import oshi.SystemInfo;

/** Breaks the architecture rule that only the module monitor uses OSHI. A test checks that the rule detects this. */
public final class KnowsOshi {
    SystemInfo system() {
        return new SystemInfo();
    }
}
