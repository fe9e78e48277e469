package org.moide.commlib.local;

/** The condition under which waiting is in vain, and how the one who waited is told. Any thread; never blocks. */
public interface Release {
    /** Returns whether waiting is in vain; once true it stays so. */
    boolean holds();

    /**
     * Throws what the caller is to be told if {@link #holds}.
     *
     * @param call what was being done, as an error should say it
     */
    void check(Object call);
}
