package org.moide.samples.programs.matmul;

import java.io.IOException;
import java.io.InputStream;
import java.nio.DoubleBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.moide.engine.UsageException;
import org.moide.samples.programs.cg.market.MarketFile;
import org.moide.samples.programs.cg.market.MarketHeader;

/** A user's matrix in a file: NumPy's {@code .npy}, or else the Matrix Market exchange format. */
final class MatrixFile {
    private MatrixFile() {}

    /** Tells a file by what it begins with, or its name: then it is said what is missing. */
    private static boolean isNpy(Path file) {
        if (file.toString().endsWith(".npy")) {
            return true;
        }
        if (!Files.isRegularFile(file)) {
            return false; // bytes of a pipe come once
        }
        try (InputStream in = Files.newInputStream(file)) {
            return NpyFile.begins(in.readNBytes(8));
        } catch (IOException unreadable) {
            return false; // said when it is read
        }
    }

    /**
     * Looks how large the matrix is; of the file only its head is read.
     *
     * @param option that names it
     * @throws UsageException if the file is none, or is larger than this sample multiplies
     */
    static Shape shape(String option, Path file) {
        Shape shape = isNpy(file)
                ? NpyFile.shape(option, file)
                : MarketFile.read(option, file, market -> of(market.header()));
        if (shape.elements() > Shape.MOST_ELEMENTS) {
            throw new UsageException(option + " " + file + ": expected at most " + Shape.MOST_ELEMENTS
                    + " elements, found " + shape + ": multiply it in parts");
        }
        return shape;
    }

    private static Shape of(MarketHeader header) {
        return new Shape(header.rows(), header.columns());
    }

    /**
     * Reads all elements, row after row.
     *
     * @param shape as {@link #shape} found it
     */
    static double[] read(String option, Path file, Shape shape) {
        if (isNpy(file)) {
            return NpyFile.read(option, file, shape);
        }
        return MarketFile.read(option, file, market -> {
            MarketHeader header = market.header();
            if (!of(header).equals(shape)) {
                throw new UsageException(option + " " + file + ": expected " + shape + " as before, found " + of(header)
                        + ": somebody has changed it");
            }
            return market.elements();
        });
    }

    /** Whether {@link #source} leaves the elements in the file. */
    static boolean isMapped(String option, Path file) {
        return isNpy(file) && NpyFile.isPlain(option, file);
    }

    /**
     * The elements from where they are: from the file as they are asked for if it has them as they are needed, else
     * from an array.
     *
     * @param shape as {@link #shape} found it
     */
    static RowSource source(String option, Path file, Shape shape) {
        Optional<DoubleBuffer> mapped = isNpy(file) ? NpyFile.map(option, file, shape) : Optional.empty();
        return mapped.map(RowSource::of).orElseGet(() -> RowSource.of(read(option, file, shape)));
    }
}
