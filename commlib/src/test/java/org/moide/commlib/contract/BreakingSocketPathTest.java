package org.moide.commlib.contract;

/**
 * Tries breaking connections where what is written gathers before it leaves: what was left to a later moment is lost
 * too.
 */
final class BreakingSocketPathTest extends BreakingPathTest {
    @Override
    boolean gathering() {
        return true;
    }
}
