package org.moide.engine;

import java.io.Serializable;

/**
 * A value that only gets better, which calls of an executor improve and read, as branch and bound does with the best
 * solution so far. What one call offers, all others see soon: those of the same engine at once, those of other engines
 * and the program within some milliseconds. A call that refers to it begins with the best value that was known where
 * the call was submitted.
 *
 * <p>It lasts as long as somebody refers to it, and need not be closed. After the executor's end its value is still
 * there.
 *
 * <p><b>Threads.</b> Any thread may call all methods, including threads that a call starts.
 */
public interface Best<T> extends Serializable {
    /**
     * Returns the best value that is known here. Does not block, and mostly costs as much as the read of a volatile
     * field; a value that has arrived from elsewhere is decoded by the thread that asks next. When a future is done,
     * {@code get} returns a value that is at least as good as those which its call offered.
     *
     * @throws IllegalStateException in a process to which calls of its executor have not brought it; or if its order threw
     *     when it compared a value from another process, which may be the best, or that value could not be decoded
     */
    T get();

    /**
     * Offers a value, which is kept if it is better than the one that is known here. The value must not be changed
     * afterwards. A call that is run again may offer a value again, which has no effect.
     *
     * @return whether it was kept; another engine may have found a better one meanwhile
     * @throws IllegalArgumentException if the value is better and cannot be sent, or has more than 1 MiB as bytes
     * @throws IllegalStateException as {@link #get}
     */
    boolean offer(T candidate);
}
