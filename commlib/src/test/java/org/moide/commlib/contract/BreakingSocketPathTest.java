package org.moide.commlib.contract;

/** Runs the contract on breaking connections with a writer's buffer, whose unsent bytes are lost too. */
final class BreakingSocketPathTest extends BreakingPathTest {
    @Override
    boolean gathering() {
        return true;
    }
}
