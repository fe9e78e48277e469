package org.moide.bench.offence;

import java.rmi.Remote;

/** Breaks an architecture rule, for the test that the rule detects it. */
public interface KnowsRmi extends Remote {}
