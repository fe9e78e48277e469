package org.moide.command.story;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.moide.samples.bench.CommBench;

/**
 * The samples together with the library for measurements. The released jar of samples contains that library; the
 * classes of a build do not.
 */
final class WholeSamples {
    private WholeSamples() {}

    /**
     * Creates the jar of samples in a folder.
     *
     * @return the words to put before a command that is to use these samples
     */
    static List<String> in(Path folder) throws Exception {
        copyAllBeside(CommBench.class, folder);
        copyAllBeside(Histogram.class, folder);
        return List.of("env", "MOIDE_SAMPLES=" + folder);
    }

    private static void copyAllBeside(Class<?> one, Path into) throws Exception {
        Path place =
                Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            copy(place, into);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            copy(jar.getPath("/"), into);
        }
    }

    private static void copy(Path from, Path into) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path copy = into.resolve(from.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
