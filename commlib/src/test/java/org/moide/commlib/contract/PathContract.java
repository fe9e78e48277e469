package org.moide.commlib.contract;

import org.junit.jupiter.api.Timeout;

/** All that every path must do; a path's test only says how its systems are made. */
@Timeout(120)
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
