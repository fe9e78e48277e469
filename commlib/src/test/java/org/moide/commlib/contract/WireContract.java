package org.moide.commlib.contract;

/**
 * A contract of what depends on how messages travel; the rest of {@link PathContract} is made of it, and is the same
 * code on every path.
 */
public interface WireContract extends PointToPointContract, PendingContract, RandomMixContract {}
