package org.moide.bench.offence;

import java.rmi.Remote;

/**
 * Breaks the architecture rule that only the package commlib.rmi uses RMI. A test checks that the rule detects this.
 */
public interface KnowsRmi extends Remote {}
