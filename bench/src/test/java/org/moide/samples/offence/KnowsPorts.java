package org.moide.samples.offence;

import org.moide.commlib.port.Ticker;

/**
 * Breaks the architecture rule that samples use only what applications may use. A test checks that the rule detects
 * this.
 */
public interface KnowsPorts {
    /** Uses a type that this module must not use. */
    Ticker other();
}
