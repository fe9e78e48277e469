package org.moide.commlib.contract;

/** The same where what is written gathers before it leaves: what was left to a later moment is lost too. */
final class BreakingSocketPathTest extends BreakingPathTest {
    @Override
    boolean gathering() {
        return true;
    }
}
