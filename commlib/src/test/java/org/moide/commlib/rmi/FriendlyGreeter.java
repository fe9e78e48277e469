package org.moide.commlib.rmi;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A greeter whose methods do what their names say. */
class FriendlyGreeter implements Greeter {
    private final CountDownLatch released;

    FriendlyGreeter() {
        this(new CountDownLatch(1));
    }

    /** Creates a greeter whose {@code await} ends earlier when the latch opens. */
    FriendlyGreeter(CountDownLatch released) {
        this.released = released;
    }

    @Override
    public String greet(String name) {
        return "hello " + name;
    }

    @Override
    public int add(int left, long right) {
        return left + (int) right;
    }

    @Override
    public void nothing() {}

    @Override
    public byte[] reverse(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int index = 0; index < bytes.length; index++) {
            reversed[index] = bytes[bytes.length - 1 - index];
        }
        return reversed;
    }

    @Override
    public List<Word> words(List<Word> words, @Nullable Word last) {
        List<Word> all = new ArrayList<>(words);
        if (last != null) {
            all.add(last);
        }
        return List.copyOf(all);
    }

    @Override
    public void fail(String message) {
        throw new IllegalStateException(message);
    }

    @Override
    public void await(long millis) {
        try {
            boolean unused = released.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Object echo(Object value) {
        return value;
    }
}
