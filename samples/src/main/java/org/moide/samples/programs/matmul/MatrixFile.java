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

/** Reads a user's matrix from a file in NumPy's format {@code .npy} or in the Matrix Market exchange format. */
final class MatrixFile {
    private MatrixFile() {}

    /**
     * Returns whether a file is in NumPy's format, or was probably meant to be: its first bytes or its name say so. So
     * an error message can say what is missing.
     */
    private static boolean isNpy(Path file) {
        if (file.toString().endsWith(".npy")) {
            return true;
        }
        if (!Files.isRegularFile(file)) {
            return false; // the bytes of a pipe can be read only once
        }
        try (InputStream in = Files.newInputStream(file)) {
            return NpyFile.begins(in.readNBytes(8));
        } catch (IOException unreadable) {
            return false; // reported when it is read
        }
    }

    /**
     * Returns the shape of the matrix. Only the head of the file is read.
     *
     * @param option the option that names the file
     * @throws UsageException if the file has no matrix, or a larger one than this sample multiplies
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
     * @param shape the result of {@link #shape}
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

    /** Returns whether {@link #source} leaves the elements in the file instead of copying them into an array. */
    static boolean isMapped(String option, Path file) {
        return isNpy(file) && NpyFile.isPlain(option, file);
    }

    /**
     * Returns a source of the elements: the mapped file if its elements have the needed form, otherwise an array.
     *
     * @param shape the result of {@link #shape}
     */
    static RowSource source(String option, Path file, Shape shape) {
        Optional<DoubleBuffer> mapped = isNpy(file) ? NpyFile.map(option, file, shape) : Optional.empty();
        return mapped.map(RowSource::of).orElseGet(() -> RowSource.of(read(option, file, shape)));
    }
}
