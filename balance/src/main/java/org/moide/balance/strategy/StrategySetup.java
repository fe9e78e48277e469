package org.moide.balance.strategy;

import java.util.random.RandomGenerator;

/**
 * The arguments for a strategy's constructor.
 *
 * @param member the number of the member that the strategy decides for
 * @param parameters the parameters, all of which the constructor reads: one that is not read is an error of the user
 * @param random the strategy's own random numbers; the same seed gives the same run
 */
public record StrategySetup(int member, Parameters parameters, RandomGenerator random) {}
