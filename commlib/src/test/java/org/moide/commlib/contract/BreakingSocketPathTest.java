package org.moide.commlib.contract;

/** Tests breaking connections with a writer's buffer, whose unsent bytes are lost too. */
final class BreakingSocketPathTest extends BreakingPathTest {
    @Override
    boolean gathering() {
        return true;
    }
}
