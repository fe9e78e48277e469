package org.moide.balance.worker.strategy;

import java.util.random.RandomGenerator;
import org.moide.balance.strategy.Parameters;

/**
 * The setup with which a strategy is made.
 *
 * @param process the number of the process that it will decide for
 * @param parameters read all of them in the constructor: what is not read is an error of the user's
 * @param random its own chance; the same seed gives the same run
 */
public record WorkerStrategySetup(int process, Parameters parameters, RandomGenerator random) {}
