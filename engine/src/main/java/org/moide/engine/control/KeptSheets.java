package org.moide.engine.control;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last sheets that were made here or came here, for other engines that ask for them. Any thread; guarded by itself.
 */
public final class KeptSheets implements Sheets {
    /**
     * The most sheets that are kept. There are two for each epoch, and the next epoch begins when every engine that is
     * there has left the one before: nobody needs an older one.
     */
    private static final int MOST = 8;

    private static final byte[] NOT_HERE = {};

    private final Map<String, Sheet> sheets = new LinkedHashMap<>();

    /** Keeps a sheet; drops the oldest if there are too many. */
    public synchronized void keep(Sheet sheet) {
        sheets.remove(sheet.name());
        sheets.put(sheet.name(), sheet);
        if (sheets.size() > MOST) {
            sheets.remove(sheets.keySet().iterator().next());
        }
    }

    synchronized @Nullable Sheet find(String name) {
        return sheets.get(name);
    }

    @Override
    public byte[] sheet(String name) {
        Sheet found = find(name);
        return found == null ? NOT_HERE : found.bytes();
    }
}
