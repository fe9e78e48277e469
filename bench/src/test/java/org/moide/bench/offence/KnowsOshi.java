package org.moide.bench.offence;

import oshi.SystemInfo;

/** Breaks an architecture rule, for the test that the rule detects it. */
public final class KnowsOshi {
    SystemInfo system() {
        return new SystemInfo();
    }
}
