package org.moide.bench.offence.util;

/**
 * Breaks the architecture rule that no package has a general name such as util. A test checks that the rule detects
 * this.
 */
public final class Kind {}
