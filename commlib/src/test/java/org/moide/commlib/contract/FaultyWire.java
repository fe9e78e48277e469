package org.moide.commlib.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.message.Acknowledgement;
import org.moide.commlib.message.Batch;
import org.moide.commlib.message.Chunk;
import org.moide.commlib.message.ChunkRequest;
import org.moide.commlib.message.MessagePort;

/** A message port that loses calls and answers, duplicates calls and repeats old ones. */
public final class FaultyWire implements MessagePort {
    private static final int OLD_BATCHES = 8;

    private final MessagePort target;
    private final Random random;
    private final List<Batch> old = new ArrayList<>();

    public FaultyWire(MessagePort target, long seed) {
        this.target = target;
        this.random = new Random(seed);
    }

    @Override
    public Acknowledgement deliver(Batch batch) {
        for (Batch again : remember(batch)) {
            target.deliver(again);
        }
        return suffer(() -> target.deliver(batch));
    }

    @Override
    public Chunk fetch(ChunkRequest request) {
        return suffer(() -> target.fetch(request));
    }

    /** Remembers a batch, and sometimes returns an earlier one to be repeated. */
    private synchronized List<Batch> remember(Batch batch) {
        List<Batch> again = new ArrayList<>();
        if (!old.isEmpty() && random.nextInt(4) == 0) {
            again.add(old.get(random.nextInt(old.size())));
        }
        old.add(batch);
        if (old.size() > OLD_BATCHES) {
            old.remove(0);
        }
        return again;
    }

    private <R> R suffer(Supplier<R> call) {
        int chance;
        synchronized (this) {
            chance = random.nextInt(10);
        }
        switch (chance) {
            case 0 -> throw new NotDeliveredException("the call was lost", new IllegalStateException("test"));
            case 1 ->
                throw new OutcomeUnknownException(
                        "the answer was lost", new IllegalStateException("test, lost " + call.get()));
            case 2 -> {
                R first = call.get();
                R second = call.get();
                return random.nextBoolean() ? first : second;
            }
            default -> {
                return call.get();
            }
        }
    }
}
