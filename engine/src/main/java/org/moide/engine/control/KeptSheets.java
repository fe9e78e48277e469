package org.moide.engine.control;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last {@link Sheet}s (encoded commands for many engines) that this process has made or received, kept for other
 * engines that ask for them. Any thread; guarded by this object's lock.
 */
public final class KeptSheets implements Sheets {
    /**
     * The greatest number of sheets (encoded commands) that are kept. An epoch has two sheets, and begins when every
     * engine has left the epoch before, so engines do not ask for older sheets.
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
