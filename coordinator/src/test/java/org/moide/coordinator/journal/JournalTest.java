package org.moide.coordinator.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.PackedTasks;
import org.moide.balance.loan.StoredTasks;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.TaskShelf;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FatalErrors;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;

class JournalTest {
    private final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());
    private final Ear ear = new Ear();

    @TempDir
    Path folder;

    private static final class Ear implements Journal.Listener {
        final AtomicLong synced = new AtomicLong();
        final List<String> said = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void synced(long upTo) {
            synced.set(upTo);
        }

        @Override
        public void failing(String why) {
            said.add("failing: " + why);
        }

        @Override
        public void recovered() {
            said.add("recovered");
        }
    }

    @AfterEach
    void nothingElseWentWrong() {
        assertThat(faults).isEmpty();
    }

    private Journal journal(JournalFile file, long from) {
        return journal(file, from, Held.NOTHING);
    }

    private Journal journal(JournalFile file, long from, Held held) {
        return new Journal(
                file,
                from,
                () -> {},
                held,
                ear,
                new Surroundings(
                        System::nanoTime,
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        new DaemonThreads("test", (where, fault) -> faults.add(fault)),
                        (where, fault) -> faults.add(fault)));
    }

    private static PackedTasks tasks(String... words) {
        return PackedTasks.of(Arrays.stream(words)
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    private static List<JournalRecord> records() {
        return List.of(
                new JournalRecord.Began("org.example.Pi", "abc"),
                new JournalRecord.Shared("scene", new byte[] {1, 2, 3}),
                new JournalRecord.Put(tasks("a", "b", "", "d").unpacked()),
                new JournalRecord.Created(),
                new JournalRecord.Returned(new long[] {0, 2}, 5, 4, new byte[] {9}, tasks("e")),
                new JournalRecord.Returned(new long[] {4}, 0, 0, null, tasks("e")),
                new JournalRecord.Returned(new long[] {1, 3, 5}, 3, 0, new byte[] {7, 7}, tasks()));
    }

    private MemoryFile written(List<JournalRecord> records) {
        MemoryFile file = new MemoryFile();
        try (Journal journal = journal(file, 0)) {
            records.forEach(journal::append);
            awaitSynced(records.size());
        }
        return file;
    }

    private void awaitSynced(long upTo) {
        Awaitility.await("record " + upTo + " synced").until(() -> ear.synced.get() >= upTo);
    }

    private static List<String> read(byte[] bytes) throws IOException {
        List<String> records = new ArrayList<>();
        JournalReader.read(new MemoryFile(bytes), next -> records.add(text(next)));
        return records;
    }

    /** Returns a record as text with all its bytes. */
    private static String text(JournalRecord of) {
        return of.getClass().getSimpleName() + " " + HexFormat.of().formatHex(Frames.of(of));
    }

    private static List<String> texts(List<JournalRecord> records) {
        return records.stream().map(JournalTest::text).toList();
    }

    @Test
    void shouldNotCopyALongResult() {
        byte[] result = new byte[(1 << 20) + 1];
        List<byte[]> frame = RecordBytes.frame(new JournalRecord.Returned(new long[] {1}, 1, 0, result, tasks()));
        assertThat(frame).anyMatch(piece -> piece == result);
    }

    @Test
    void shouldGiveTheDiskALongResultInPieces() throws IOException {
        List<Integer> written = new ArrayList<>();
        JournalFile disk = new MemoryFile() {
            @Override
            public synchronized void write(ByteBuffer from, long position) throws IOException {
                written.add(from.remaining());
                super.write(from, position);
            }
        };
        byte[] result = new byte[(2 << 20) + 7];
        Arrays.fill(result, (byte) 5);
        JournalRecord returned = new JournalRecord.Returned(new long[] {0}, 1, 0, result, tasks());
        try (Journal journal = journal(disk, 0, Held.NOTHING)) {
            journal.append(returned);
            Awaitility.await().until(() -> ear.synced.get() >= 1);
        }
        assertThat(written).allMatch(bytes -> bytes <= 1 << 20);
        List<JournalRecord> read = new ArrayList<>();
        JournalReader.read(disk, read::add);
        assertThat(((JournalRecord.Returned) read.get(0)).result()).isEqualTo(result);
    }

    @Test
    void shouldReadWhatWasWrittenWithEveryByteOfIt() throws IOException {
        JournalState state = new JournalState();
        JournalReader.Extent extent = JournalReader.read(written(records()), state::apply);

        assertThat(extent.records()).isEqualTo(7);
        assertThat(extent.tornBytes()).isZero();
        assertThat(state.began()).isEqualTo(new JournalRecord.Began("org.example.Pi", "abc"));
        assertThat(state.isCreated()).isTrue();
        assertThat(state.shared().get("scene")).containsExactly(1, 2, 3);
        assertThat(state.results()).containsExactly(new byte[] {9}, new byte[] {7, 7});
        assertThat(state.open()).isEmpty();
        assertThat(state.putTasks()).isEqualTo(4);
        assertThat(state.createdTasks()).isEqualTo(4);
        assertThat(state.executedTasks()).isEqualTo(8);
    }

    @Test
    void shouldReadTheRecordsThatAreWholeWhereverTheFileWasCut() throws IOException {
        byte[] whole = written(records()).content();
        List<String> texts = texts(records());
        List<Integer> ends = new ArrayList<>();
        int end = RecordBytes.HEADER.length;
        for (JournalRecord next : records()) {
            end += Frames.of(next).length;
            ends.add(end);
        }
        assertThat(end).isEqualTo(whole.length);
        for (int length = 0; length <= whole.length; length++) {
            int cut = length;
            int expected = (int) ends.stream().filter(last -> last <= cut).count();
            assertThat(read(Arrays.copyOf(whole, length)))
                    .as("cut after %s bytes", length)
                    .isEqualTo(texts.subList(0, expected));
        }
    }

    @Test
    void shouldIgnoreTheLastRecordWhicheverOfItsBytesIsWrong() throws IOException {
        byte[] whole = written(records()).content();
        List<JournalRecord> records = records();
        int last = Frames.of(records.get(records.size() - 1)).length;
        for (int at = whole.length - last; at < whole.length; at++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                byte[] wrong = whole.clone();
                wrong[at] ^= (byte) (1 << bit);
                assertThat(read(wrong))
                        .as("bit %s of byte %s", bit, at)
                        .isEqualTo(texts(records.subList(0, records.size() - 1)));
            }
        }
    }

    @Test
    void shouldTellDamageInTheMiddleFromATornEnd() throws IOException {
        byte[] whole = written(records()).content();
        List<Integer> begins = new ArrayList<>();
        int begin = RecordBytes.HEADER.length;
        for (JournalRecord next : records()) {
            begins.add(begin);
            begin += Frames.of(next).length;
        }
        for (int damaged = 0; damaged < records().size(); damaged++) {
            List<JournalRecord> behind =
                    records().subList(damaged + 1, records().size());
            long executed = behind.stream()
                    .mapToLong(next -> next instanceof JournalRecord.Returned returned ? returned.executed() : 0)
                    .sum();
            int end = damaged + 1 < begins.size() ? begins.get(damaged + 1) : whole.length;
            for (int at = begins.get(damaged); at < end; at++) {
                byte[] wrong = whole.clone();
                wrong[at] ^= 4;
                JournalReader.Extent extent = JournalReader.read(new MemoryFile(wrong), ignored -> {});
                assertThat(extent.records()).isEqualTo(damaged);
                assertThat(extent.behind())
                        .as("byte %s of record %s", at, damaged)
                        .isEqualTo(behind.isEmpty() ? null : new JournalReader.Behind(behind.size(), executed));
            }
            byte[] zeros = whole.clone();
            Arrays.fill(zeros, begins.get(damaged), end, (byte) 0);
            assertThat(JournalReader.read(new MemoryFile(zeros), ignored -> {}).behind() == null)
                    .as("zeros in place of record %s", damaged)
                    .isEqualTo(behind.isEmpty());
            byte[] missing = Arrays.copyOf(whole, begins.get(damaged) + 3);
            assertThat(JournalReader.read(new MemoryFile(missing), ignored -> {})
                            .behind())
                    .isNull();
        }
    }

    @Test
    void shouldSayHowMuchOfADamagedJournalIsLost() throws IOException {
        List<JournalRecord> records = records();
        byte[] wrong = written(records).content();
        int last = Frames.of(records.get(6)).length;
        int before = Frames.of(records.get(5)).length;
        wrong[wrong.length - last - 1] ^= 1;
        long executed = ((JournalRecord.Returned) records.get(6)).executed();
        assertThat(JournalReader.resume(new MemoryFile(wrong)).trouble())
                .isEqualTo(
                        "is damaged " + (wrong.length - last - before) + " bytes from its beginning: what comes after"
                                + " that cannot be used, at least 1 record with the results of " + executed + " tasks");
        byte[] torn = Arrays.copyOf(written(records).content(), wrong.length - 1);
        assertThat(JournalReader.resume(new MemoryFile(torn)).trouble())
                .isEqualTo("ends in " + (last - 1) + " bytes that are no whole record, as when its coordinator is lost"
                        + " while it writes");
        assertThat(JournalReader.resume(written(records)).trouble()).isEmpty();
    }

    @Test
    void shouldSearchNoLongerThanItTakesWhenWhatLiesBehindIsLikeRecords() throws IOException {
        byte[] whole = new byte[2 << 20];
        System.arraycopy(RecordBytes.HEADER, 0, whole, 0, RecordBytes.HEADER.length);
        // Every twelfth byte looks like the beginning of a record of 64 KiB; together they would need checksums over 11
        // GiB.
        for (int at = RecordBytes.HEADER.length; at < whole.length; at++) {
            whole[at] = (byte) (at % 12 == 0 ? 0 : 1);
        }
        assertThat(JournalReader.read(new MemoryFile(whole), ignored -> {}).behind())
                .isNull();
    }

    @Test
    void shouldTakeAFileThatWasMadeLongerWithZerosAsEnded() throws IOException {
        byte[] whole = written(records()).content();
        assertThat(read(Arrays.copyOf(whole, whole.length + 4_096))).isEqualTo(texts(records()));
    }

    @Test
    void shouldTakeAFileWhoseHeaderWasNotWrittenForAnEmptyOne() throws IOException {
        byte[] whole = written(records()).content();
        for (int lost = 0; lost < RecordBytes.HEADER.length; lost++) {
            byte[] torn = whole.clone();
            Arrays.fill(torn, lost, RecordBytes.HEADER.length, (byte) 0);
            assertThat(read(torn)).as("zeros from byte %s on", lost).isEmpty();
            assertThat(JournalReader.resume(new MemoryFile(torn)).wholeBytes()).isZero();
        }
    }

    @Test
    void shouldNotTakeAnotherFileForAJournal() {
        byte[] picture = "PNG and so on, long enough".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(picture)).isInstanceOf(IOException.class).hasMessageContaining("another file");
    }

    @Test
    void shouldGoOnBehindTheLastWholeRecordAndForgetWhatWasTorn() throws IOException {
        List<JournalRecord> records = records();
        byte[] whole = written(records).content();
        // The last record but one is incomplete, the last is not: both were in the group that was being written.
        int last = Frames.of(records.get(6)).length;
        byte[] torn = whole.clone();
        torn[whole.length - last - 1] ^= 1;
        MemoryFile file = new MemoryFile(torn);
        JournalReader.Extent extent = JournalReader.read(file, ignored -> {});
        assertThat(extent.records()).isEqualTo(5);
        ear.synced.set(0);
        try (Journal journal = journal(file, extent.wholeBytes())) {
            journal.append(records.get(5)); // as long as the incomplete record
            awaitSynced(1);
        }
        assertThat(read(file.content())).isEqualTo(texts(records.subList(0, 6)));
    }

    @Test
    void shouldSyncOnceForAllThatCameDuringTheSyncBefore() throws Exception {
        MemoryFile file = new MemoryFile();
        file.hold();
        try (Journal journal = journal(file, 0)) {
            journal.append(new JournalRecord.Created());
            file.awaitHeld();
            for (int i = 0; i < 100; i++) {
                journal.append(new JournalRecord.Created());
            }
            assertThat(ear.synced).hasValue(0);
            file.release();
            awaitSynced(101);
        }
        // The header may have had a group of its own.
        assertThat(file.syncs()).isBetween(2, 3);
    }

    @Test
    void shouldSayOnceThatTheDiskFailsAndReportNothingSyncedUntilItWorksAgain() throws IOException {
        MemoryFile file = new MemoryFile();
        try (Journal journal = journal(file, 0)) {
            journal.append(records().get(0));
            awaitSynced(1);
            file.fill(true);
            journal.append(records().get(1));
            Awaitility.await().until(() -> !ear.said.isEmpty());
            journal.append(records().get(2));
            assertThat(read(file.afterPowerLoss())).hasSize(1);
            assertThat(ear.synced).hasValue(1);
            file.fill(false);
            file.failSync(true);
            journal.append(records().get(3));
            int before = file.syncs();
            Awaitility.await().until(() -> file.syncs() > before);
            assertThat(ear.synced).hasValue(1);
            file.failSync(false);
            awaitSynced(4);
        }
        assertThat(ear.said).containsExactly("failing: No space left on device", "recovered");
        assertThat(read(file.content())).isEqualTo(texts(records().subList(0, 4)));
    }

    @Test
    void shouldWriteAgainWhatAnEarlierProcessMayNotHaveSynced() throws IOException {
        List<JournalRecord> records = records();
        OnlyCached file = new OnlyCached(written(records.subList(0, 5)).content());
        ear.synced.set(0);
        try (Journal journal = journal(file, file.length())) {
            journal.append(records.get(5));
            awaitSynced(1);
        }

        assertThat(read(file.disk.content())).isEqualTo(texts(records.subList(0, 6)));
    }

    /**
     * The file of a journal on a disk that loses data. Everything can still be read after a sync has failed, but only
     * the bytes that are written after that get to the disk.
     */
    private static final class OnlyCached implements JournalFile {
        private final MemoryFile cache;
        final MemoryFile disk = new MemoryFile();

        OnlyCached(byte[] written) {
            cache = new MemoryFile(written);
        }

        @Override
        public long length() {
            return cache.length();
        }

        @Override
        public int read(ByteBuffer into, long position) {
            return cache.read(into, position);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            cache.write(from.duplicate(), position);
            disk.write(from, position);
        }

        @Override
        public void truncate(long length) {
            cache.truncate(length);
        }

        @Override
        public void sync() {
            // There is nothing to sync.
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    @Test
    void shouldKeepTheFileToItsOwner() throws IOException {
        Path file = folder.resolve("journal");
        try (Journal journal = journal(new DiskFile(file), 0)) {
            records().forEach(journal::append);
            awaitSynced(7);
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        List<String> read = new ArrayList<>();
        try (DiskFile again = new DiskFile(file)) {
            JournalReader.read(again, next -> read.add(text(next)));
        }
        assertThat(read).isEqualTo(texts(records()));
    }

    @Test
    void shouldWriteNothingMoreOnceNobodyGoesOnWithIt() throws IOException {
        MemoryFile file = new MemoryFile();
        try (Journal journal = journal(file, 0)) {
            journal.append(records().get(0));
            awaitSynced(1);
            journal.abandon();
            assertThat(journal.append(records().get(1))).isEqualTo(2);
        }
        assertThat(ear.synced.get()).isEqualTo(1);
        assertThat(read(file.content())).isEqualTo(texts(records().subList(0, 1)));
    }

    @Test
    void shouldHoldWhatComesFirstUntilItIsMuch() throws IOException {
        MemoryFile file = new MemoryFile();
        int one = Frames.of(records().get(0)).length;
        Held held = new Held(Long.MAX_VALUE, RecordBytes.HEADER.length + one);
        try (Journal journal = journal(file, 0, held)) {
            journal.append(records().get(0));
            assertThat(file.content()).isEmpty(); // bytes that were written by now would show an error
            journal.append(records().get(1));
            awaitSynced(2);
        }
        assertThat(read(file.content())).isEqualTo(texts(records().subList(0, 2)));
    }

    @Test
    void shouldHoldWhatComesFirstForAWhile() throws IOException {
        MemoryFile file = new MemoryFile();
        try (Journal journal = journal(file, 0, new Held(1, Long.MAX_VALUE))) {
            journal.append(records().get(0));
            awaitSynced(1);
        }
    }

    @Test
    void shouldWriteWhatItHoldsWhenItIsClosedAndNothingIfNobodyGoesOnWithIt() throws IOException {
        Held held = new Held(Long.MAX_VALUE, Long.MAX_VALUE);
        MemoryFile closed = new MemoryFile();
        try (Journal journal = journal(closed, 0, held)) {
            journal.append(records().get(0));
        }
        assertThat(read(closed.content())).isEqualTo(texts(records().subList(0, 1)));
        MemoryFile abandoned = new MemoryFile();
        try (Journal journal = journal(abandoned, 0, held)) {
            journal.append(records().get(0));
            journal.abandon();
        }
        assertThat(abandoned.content()).isEmpty();
    }

    @Test
    void shouldForgetWhatTasksWroteIfTheReturnOfTheirLoanIsMissing() throws IOException {
        WrittenObject object = new WrittenObject(7, 1, 0, 100);
        List<JournalRecord> upToIt = new ArrayList<>(records().subList(0, 5));
        int before = written(upToIt).content().length;
        upToIt.add(new JournalRecord.Written(List.of(object)));

        JournalReader.Continuation without = JournalReader.resume(written(upToIt));
        assertThat(without.state().written()).isEmpty();
        assertThat(without.wholeBytes()).isEqualTo(before);

        upToIt.add(records().get(5));
        MemoryFile whole = written(upToIt);
        JournalReader.Continuation with = JournalReader.resume(whole);
        assertThat(with.state().written()).containsExactly(object);
        assertThat(with.wholeBytes()).isEqualTo(whole.content().length);
    }

    @Test
    void shouldFindOpenTasksInTheJournalWhenThereIsNoRoomForThem() throws IOException {
        for (long roomBytes : new long[] {0, 150, 420}) {
            for (int until = 4; until <= records().size(); until++) {
                byte[] content = written(records().subList(0, until)).content();
                Path path = Files.write(folder.resolve("journal"), content);
                try (BlockFile shelf = BlockFile.reading(path)) {
                    JournalState whole =
                            JournalReader.resume(new MemoryFile(content)).state();
                    JournalState some = JournalReader.resume(new MemoryFile(content), new TaskRoom(roomBytes, shelf))
                            .state();

                    Map<Long, byte[]> all = new TreeMap<>(some.open());
                    for (StoredTasks stored : some.stored()) {
                        assertThat(stored.load()).hasSize(stored.count());
                        all.putAll(stored.load());
                    }
                    assertThat(texts(all))
                            .as("%d records, room for %d bytes", until, roomBytes)
                            .isEqualTo(texts(whole.open()));
                    assertThat(some.nextTask()).isEqualTo(whole.nextTask());
                    assertThat(whole.isInMemory()).isTrue();
                    assertThat(some.isInMemory())
                            .as("%d records, room for %d bytes", until, roomBytes)
                            .isEqualTo(some.open().size() == whole.open().size());
                    if (roomBytes == 0) {
                        assertThat(some.open()).isEmpty();
                    }
                }
            }
        }
    }

    private static Map<Long, String> texts(Map<Long, byte[]> tasks) {
        Map<Long, String> texts = new TreeMap<>();
        tasks.forEach((number, task) -> texts.put(number, new String(task, StandardCharsets.UTF_8)));
        return texts;
    }

    @Test
    void shouldRefuseAReturnOfTasksThatAreNotOpenWhenTheyLieOnDisk() {
        JournalState state = new JournalState(new TaskRoom(0, TaskShelf.inMemory()));
        records().subList(0, 5).forEach(next -> state.apply(next, 1_000));
        assertThatThrownBy(() -> state.apply(records().get(4), 1_000))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("task 0, which is not");
    }

    @Test
    void shouldRefuseAReturnOfTasksThatAreNotOpen() {
        JournalState state = new JournalState();
        records().subList(0, 5).forEach(state::apply);
        assertThatThrownBy(() -> state.apply(records().get(4)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("task 0, which is not");
    }

    @Test
    void shouldEndTheRunWhenItsThreadDies() {
        List<FatalErrors.Death> deaths = Collections.synchronizedList(new ArrayList<>());
        FatalErrors fatal = new FatalErrors((where, fault) -> {});
        fatal.endBy(deaths::add);
        Journal.Listener deadly = new Journal.Listener() {
            @Override
            public void synced(long upTo) {
                throw new IllegalStateException("planted");
            }

            @Override
            public void failing(String why) {}

            @Override
            public void recovered() {}
        };
        try (Journal journal = new Journal(
                new MemoryFile(),
                0,
                () -> {},
                Held.NOTHING,
                deadly,
                new Surroundings(
                        System::nanoTime,
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        new DaemonThreads("test", fatal),
                        fatal))) {
            journal.append(new JournalRecord.Created());
            Awaitility.await().until(() -> !deaths.isEmpty());
        }
        assertThat(deaths.get(0).inWords()).contains("coordinator-journal died", "planted");
    }

    @Test
    void shouldGoOnWritingWhenAnApplicationInterruptsItsThread() throws Exception {
        List<Thread> made = new ArrayList<>();
        Path path = folder.resolve("journal");
        try (Journal journal = new Journal(
                new DiskFile(path),
                0,
                () -> {
                    made.forEach(Thread::interrupt); // while it works
                },
                Held.NOTHING,
                ear,
                new Surroundings(
                        System::nanoTime,
                        SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()),
                        task -> {
                            made.add(new DaemonThreads("test", (where, fault) -> faults.add(fault)).newThread(task));
                            return made.get(0);
                        },
                        (where, fault) -> faults.add(fault)))) {
            long number = 0;
            for (JournalRecord each : records()) {
                number = journal.append(each);
                awaitSynced(number);
                made.forEach(Thread::interrupt); // while it waits
            }
        }

        assertThat(read(Files.readAllBytes(path))).hasSize(records().size());
        assertThat(ear.said).isEmpty();
    }
}
