package org.moide.samples.offence;

import org.moide.commlib.port.Ticker;

/** Breaks an architecture rule, for the test that the rule detects it. */
public interface KnowsPorts {
    /** Uses a type that this module must not use. */
    Ticker other();
}
