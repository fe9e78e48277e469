package org.moide.engine.data;

import java.util.List;
import org.moide.balance.data.DataPlace;

/** A coordinator's catalogue of data objects for tests. It knows no object and ignores all reports. */
public class FakeDataSpace implements DataSpace {
    @Override
    public List<DataPlace> sizes(List<Long> ids) {
        return List.of();
    }

    @Override
    public List<DataPlace> locate(int seat, List<Long> ids) {
        return List.of();
    }

    @Override
    public void kept(int seat, List<Long> ids) {
        // This fake ignores which engines have objects.
    }

    @Override
    public void notFetched(int seat, List<Long> ids, boolean lost) {
        // This fake has named no holder.
    }

    @Override
    public void dropped(int seat, List<Long> ids) {
        // This fake ignores which engines have objects.
    }

    @Override
    public long store(int seat, long number, long bytes, long offset, byte[] piece) {
        return NOT_WHOLE;
    }

    @Override
    public void discard(int seat, long number) {
        // This fake has stored no object.
    }
}
