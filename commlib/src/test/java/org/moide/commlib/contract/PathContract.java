package org.moide.commlib.contract;

/** All that every path must do; a path's test only says how its systems are made. */
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
