package org.moide.balance.worker.strategy;

import java.util.random.RandomGenerator;
import org.moide.balance.strategy.Parameters;

/**
 * The arguments for a worker strategy's constructor.
 *
 * @param process the number of the process that the strategy decides for
 * @param parameters the parameters, all of which the constructor reads: one that is not read is an error of the user
 * @param random the strategy's own random numbers; the same seed gives the same run
 */
public record WorkerStrategySetup(int process, Parameters parameters, RandomGenerator random) {}
