package org.moide.bench.offence.util;

/** Breaks a rule, so that the rule is seen to fire. */
public final class Kind {}
