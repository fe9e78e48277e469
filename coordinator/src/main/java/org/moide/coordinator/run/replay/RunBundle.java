package org.moide.coordinator.run.replay;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.wire.OutlineReader;
import org.moide.commlib.wire.OutlineWriter;
import org.moide.coordinator.folder.RunDescription;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.recording.RecordedRun;
import org.moide.coordinator.recording.RecordingFiles;
import org.moide.coordinator.recording.RecordingReader;
import org.moide.coordinator.recording.RecordingWriter;
import org.moide.coordinator.run.core.RunRecord;

/**
 * Packs a bundle: one file with everything that another person needs for finding out what happened in a run. It
 * contains the run's environment, its story, the recording and the report. It contains no data, output, arguments or
 * exception messages of the application, and no secret.
 */
public final class RunBundle {
    /**
     * The limit on the number of characters of the story, which describes the run in lines. The story is for a first
     * look; the recording in the bundle is complete.
     */
    private static final long MOST_STORY_CHARACTERS = 8 << 20;

    private static final int STORY_WIDTH = 400;

    /**
     * The greatest size in bytes of a report that is added to the bundle. Even reports of thousands of engines are
     * smaller.
     */
    private static final long MOST_REPORT_BYTES = 32 << 20;

    /**
     * The number by which the JVM's memory is divided to get the greatest size of a report. When parsed, a report takes
     * ten times its size, and up to fifty times if somebody has made it for that purpose.
     */
    private static final int REPORTS_IN_MEMORY = 64;

    /**
     * Those fields of a report that go into the bundle. They contain only figures, unlike the application's arguments
     * and result.
     */
    private static final List<String> OF_A_REPORT =
            List.of("wallSeconds", "engines", "messages", "loans", "tasks", "reconfigurations");

    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private RunBundle() {}

    /**
     * Packs the bundle of a run.
     *
     * @param file the file to write; it is replaced if it exists
     * @return a line for each part of the content
     * @throws PlanException if the run was not recorded
     */
    public static List<String> write(RunFolder run, Path file) throws IOException {
        List<String> contents = new ArrayList<>();
        Path draft = file.resolveSibling(file.getFileName() + ".part");
        Path masked = Files.createTempDirectory("moide-bundle");
        try (RecordedRun recorded = RecordedRun.in(run.path())) {
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(draft))) {
                add(zip, "about.txt", about(run), contents, "versions, machine, how the run was started and ended");
                Path written = run.description().plan().output().written().report();
                String report = report(written);
                if (report != null) {
                    add(zip, "report.json", report, contents, "the run's report, without its results and arguments");
                } else if (written != null && Files.exists(written)) {
                    contents.add("no report.json: " + written + " is no report any more, or too long for this memory");
                }
                for (RecordingFiles.Part part : recorded.parts()) {
                    add(zip, part, mask(part, masked), contents);
                }
            }
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
            delete(masked);
        }
        return contents;
    }

    /**
     * Adds a part of the recording to the bundle. For the first part, also adds its story: lines that describe its
     * events.
     */
    private static void add(ZipOutputStream zip, RecordingFiles.Part part, Path masked, List<String> contents)
            throws IOException {
        String name = String.valueOf(part.file().getFileName());
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(masked, zip);
        zip.closeEntry();
        contents.add(name + ": what coordinator " + part.life() + " heard and when, without contents");
        if (part.part() == 0) {
            add(zip, "story-" + part.life() + ".txt", story(masked), contents, "the same in words, for a first look");
        }
    }

    private static String story(Path recording) throws IOException {
        StringBuilder story = new StringBuilder();
        try (RunReplay replay = new RunReplay(Files.newInputStream(recording), null)) {
            RunReplay.Outcome outcome = replay.play(new RunReplay.View(1, Long.MAX_VALUE, false, STORY_WIDTH), line -> {
                if (story.length() < MOST_STORY_CHARACTERS) {
                    story.append(line).append('\n');
                }
            });
            story.append(outcome.events())
                    .append(" events, ")
                    .append(outcome.broken() == null ? "all as they were then" : outcome.broken())
                    .append('\n');
        } catch (PlanException cannot) {
            story.append("cannot be replayed here: ")
                    .append(cannot.getMessage())
                    .append('\n');
        }
        return story.toString();
    }

    private static void delete(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static void add(ZipOutputStream zip, String name, String text, List<String> contents, String what)
            throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
        contents.add(name + ": " + what);
    }

    private static String about(RunFolder run) {
        RunDescription description = run.description();
        String ending = run.ending();
        List<String> lines = new ArrayList<>();
        lines.add("run " + run.id() + " of MOIDE " + description.version() + ", started " + description.startedAt());
        lines.add("it " + (ending == null ? "is " + run.state().words() : "has ended: " + ending));
        lines.add("application: " + description.plan().application().className() + " with "
                + description.plan().application().arguments().words().size() + " arguments, which are left out");
        lines.add("engines on: " + description.plan().placement());
        lines.add("assistants: " + description.plan().assistance());
        lines.add("strategy: " + description.plan().strategy());
        lines.add("tasks: " + description.plan().tasks());
        lines.add("collectives: " + description.plan().collectives());
        lines.add("packed by MOIDE " + SoftwareVersion.current() + " on JDK " + Runtime.version() + " ("
                + System.getProperty("java.vm.name") + "), " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + ", " + System.getProperty("os.arch") + ", "
                + Runtime.getRuntime().availableProcessors() + " processors, "
                + String.format(Locale.ROOT, "%.1f GiB", Runtime.getRuntime().maxMemory() / (double) (1L << 30))
                + " heap at most");
        return String.join("\n", lines) + "\n";
    }

    private static long mostReportBytes() {
        return Math.min(MOST_REPORT_BYTES, Runtime.getRuntime().maxMemory() / REPORTS_IN_MEMORY);
    }

    /** Returns the report's figures as JSON; null if there is no readable report. */
    private static @Nullable String report(@Nullable Path file) throws IOException {
        if (file == null || !Files.isRegularFile(file) || Files.size(file) > mostReportBytes()) {
            return null;
        }
        try {
            JsonObject whole = GSON.fromJson(Files.readString(file), JsonObject.class);
            JsonObject report = new JsonObject();
            for (String figures : OF_A_REPORT) {
                if (whole.has(figures)) {
                    report.add(figures, whole.get(figures));
                }
            }
            if (report.get("tasks") instanceof JsonObject tasks) {
                tasks.remove("failures"); // contains descriptions of tasks and messages of exceptions
            }
            return GSON.toJson(report) + "\n";
        } catch (JsonParseException | ClassCastException | CharacterCodingException | StackOverflowError other) {
            return null;
        }
    }

    private static Path mask(RecordingFiles.Part part, Path folder) throws IOException {
        Path masked = folder.resolve(String.valueOf(part.file().getFileName()));
        OutlineReader in = RunReplay.reader();
        OutlineWriter out = RunRecord.outlines();
        try (RecordingReader reader = reader(part);
                DataOutputStream stream = RecordingWriter.stream(Files.newOutputStream(masked))) {
            for (byte[] entry = next(reader, part); entry != null; entry = next(reader, part)) {
                if (in.read(entry) instanceof RunRecord recorded) {
                    RecordingWriter.write(out.outline(Masks.masked(recorded)), stream);
                }
            }
            if (reader.isWhole()) {
                stream.writeInt(0);
            }
        } catch (ClassNotFoundException other) {
            throw new PlanException("expected a recording of MOIDE " + SoftwareVersion.current()
                    + ", found one of another version: pack it with that");
        } catch (InvalidObjectException | RuntimeException | StackOverflowError damaged) {
            throw new PlanException(
                    "expected a recording in " + part.file() + ", found what no run has recorded: " + damaged);
        }
        return masked;
    }

    private static RecordingReader reader(RecordingFiles.Part part) throws IOException {
        try {
            return new RecordingReader(Files.newInputStream(part.file()));
        } catch (IOException none) {
            throw new IOException(part.file() + ": " + none.getMessage(), none);
        }
    }

    private static byte @Nullable [] next(RecordingReader reader, RecordingFiles.Part part) throws IOException {
        try {
            return reader.next();
        } catch (IOException damaged) {
            throw new IOException(part.file() + ": " + damaged.getMessage(), damaged);
        }
    }
}
