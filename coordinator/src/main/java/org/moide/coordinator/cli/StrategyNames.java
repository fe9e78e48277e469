package org.moide.coordinator.cli;

import java.util.Iterator;
import org.moide.balance.strategy.Strategies;

/** What the help and the shell's completion offer for {@code --strategy}. */
final class StrategyNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Strategies.names().iterator();
    }
}
