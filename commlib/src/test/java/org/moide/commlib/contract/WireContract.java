package org.moide.commlib.contract;

/**
 * The part of the contract that depends on how messages are sent. The rest of {@link PathContract} is built on it and
 * uses the same code on every path.
 */
public interface WireContract extends PointToPointContract, PendingContract, RandomMixContract {}
