package org.moide.bench.offence;

import java.rmi.Remote;

/** Breaks a rule, so that the rule is seen to fire. */
public interface KnowsRmi extends Remote {}
