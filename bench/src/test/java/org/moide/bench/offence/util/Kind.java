package org.moide.bench.offence.util;

/** Breaks an architecture rule, for the test that the rule detects it. */
public final class Kind {}
