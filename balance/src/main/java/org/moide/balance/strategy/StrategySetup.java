package org.moide.balance.strategy;

import java.util.random.RandomGenerator;

/**
 * The setup with which a strategy is made.
 *
 * @param member the number of the member that it will decide for
 * @param parameters read all of them in the constructor: what is not read is an error of the user's
 * @param random its own chance; the same seed gives the same run
 */
public record StrategySetup(int member, Parameters parameters, RandomGenerator random) {}
