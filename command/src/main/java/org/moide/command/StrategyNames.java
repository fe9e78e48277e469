package org.moide.command;

import java.util.Iterator;
import java.util.stream.Stream;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.worker.strategy.WorkerStrategies;

/**
 * The names of strategies that help and shell completion offer for {@code --strategy}: first those for tasks, then
 * those for workers.
 */
final class StrategyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Stream.concat(Strategies.names().stream(), WorkerStrategies.names().stream())
                .iterator();
    }
}
