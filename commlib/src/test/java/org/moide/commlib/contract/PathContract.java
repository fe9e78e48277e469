package org.moide.commlib.contract;

/**
 * The contract of a path between IDs: everything that CommLib promises. A subclass only creates the systems of its
 * path.
 */
public abstract class PathContract
        implements WireContract,
                ExchangeContract,
                CollectiveContract,
                CollectiveLimitContract,
                WaysContract,
                PersonalCollectiveContract,
                PendingCollectiveContract,
                ServedContract,
                GroupContract,
                ReleaseContract,
                RandomProgramContract {}
