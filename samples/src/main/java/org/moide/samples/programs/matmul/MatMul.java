package org.moide.samples.programs.matmul;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.UsageException;

/**
 * Computes the product of two matrices. The matrices consist of whole numbers drawn from a seed (SAMBA, §5, application
 * 2), or are in the user's files. With a seed, all tasks have the same amount of work, so differences between engines
 * come from outside. A task is some rows of the product; every engine has the second matrix. Rows are verified when
 * they arrive.
 *
 * <p>Reports {@code verified}, {@code seconds}; for whole numbers {@code size}, {@code checksum} (of all elements),
 * {@code operations} (multiplications and additions) and {@code operationsPerSecond}; for files {@code rows}, {@code
 * columns}, {@code frobeniusNorm}, {@code multiplyAdds}, {@code multiplyAddsPerSecond}, {@code
 * multiplyAddsPerThreadSecond} (over the time in which threads multiplied), {@code multiplySeconds} (that time, summed
 * over threads), {@code readSeconds} (until the first task was put: reading both files, sending the second matrix) and
 * {@code product}, the file that was written.
 */
public final class MatMul implements TaskApplication<Rows, Product> {
    private static final Set<String> SEEDED = Set.of("--size", "--rows", "--seed", "--load");
    private static final Set<String> USERS =
            Set.of(UserProduct.FIRST, UserProduct.SECOND, UserProduct.OUT, UserProduct.READ, "--rows", "--load");

    private @Nullable Multiplication multiplication; // set on the coordinator
    private volatile @Nullable Multiplication prepared; // set on each engine by prepare
    private volatile @Nullable OtherLoad load;

    @Override
    public String summary() {
        return "multiplies two matrices, from a seed or yours (--a, --b), and verifies the product";
    }

    @Override
    public String usage() {
        return """
            --size n     rows and columns of matrices of whole numbers from a seed; default 2000
            --seed n     of them; default 1
            --a file     the first matrix: NumPy's .npy, or Matrix Market
            --b file     the second
            --out file   where the product goes, as .npy; default nowhere: rows are verified
                         on the engine that made them, and not sent
            --read one|each   one: the coordinator reads both files and sends what is needed; each:
                         each engine reads them, and every host has them under these names;
                         default each if the run begins with engines of this host only, no
                         daemon's, and both files are .npy of doubles, row after row; else one
            --rows n     rows in a task; default 8 (1 as in SAMBA's experiments);
                         of files an eighth of all, from 32 to 512
            --load list  other programs on each processor of the engines in turn: 0,1,2,3 as in SAMBA's; default 0""";
    }

    @Override
    public void check(Arguments arguments) {
        multiplication(arguments);
        OtherLoad.of(arguments);
    }

    private static Multiplication multiplication(Arguments arguments) {
        if (isUsers(arguments)) {
            arguments.allow(USERS, Set.of(), 0);
            if (!arguments.has(UserProduct.FIRST) || !arguments.has(UserProduct.SECOND)) {
                throw new UsageException(
                        "expected both matrices, " + UserProduct.FIRST + " and " + UserProduct.SECOND + ", found one");
            }
            return UserProduct.of(arguments, usersRows(arguments));
        }
        arguments.allow(union(), Set.of(), 0);
        arguments.requireBeside(UserProduct.OUT, UserProduct.FIRST, UserProduct.SECOND);
        arguments.requireBeside(UserProduct.READ, UserProduct.FIRST, UserProduct.SECOND);
        return seeded(arguments);
    }

    private static boolean isUsers(Arguments arguments) {
        return arguments.has(UserProduct.FIRST) || arguments.has(UserProduct.SECOND);
    }

    private static Set<String> union() {
        Set<String> all = new TreeSet<>(SEEDED);
        all.addAll(USERS);
        return all;
    }

    /**
     * Creates the product of matrices from a seed. Their size is limited so that every element of the product is an
     * int.
     */
    private static SeededProduct seeded(Arguments arguments) {
        return new SeededProduct(
                arguments.count("--size", 2000, 1, 20_000),
                rows(arguments, 8),
                arguments.integer("--seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /** Returns the number of rows of a task that the user requests; 0 if the user requests none. */
    private static int usersRows(Arguments arguments) {
        return arguments.has("--rows") ? rows(arguments, 1) : 0;
    }

    private static int rows(Arguments arguments, int otherwise) {
        return arguments.count("--rows", otherwise, 1, 20_000);
    }

    @Override
    public void createTasks(TaskContext<Rows> context) throws IOException {
        Multiplication begun = multiplication(context.arguments());
        multiplication = begun;
        begun.createTasks(context);
    }

    @Override
    public void prepare(TaskContext<Rows> context) {
        Arguments arguments = context.arguments();
        Multiplication here =
                isUsers(arguments) ? UserProduct.onEngine(arguments, usersRows(arguments)) : seeded(arguments);
        here.prepare(context);
        load = OtherLoad.of(arguments);
        prepared = here;
    }

    @Override
    public Product identity() {
        return new Product();
    }

    @Override
    public Product executeTask(Rows rows, TaskContext<Rows> context) throws InterruptedException {
        long start = System.nanoTime();
        Product product =
                requireNonNull(prepared, "prepare comes before the first task").multiply(rows);
        requireNonNull(load, "prepare comes before the first task").share(context.engine(), System.nanoTime() - start);
        return product;
    }

    @Override
    public Product merge(Product left, Product right) {
        return left.add(right);
    }

    /**
     * Returns whether both products have the same rows, in any order. The content of rows is verified when they arrive.
     */
    @Override
    public boolean equivalent(Product left, Product right) {
        return left.rows().size() == right.rows().size() && left.rows().containsAll(right.rows());
    }

    @Override
    public boolean handlePartial(Product partial, Report report) throws IOException {
        requireNonNull(multiplication, "createTasks comes before any result").take(partial);
        return true;
    }

    @Override
    public void handleResults(Product rest, Report report) throws IOException {
        Multiplication done = requireNonNull(multiplication, "createTasks comes before the end");
        done.take(rest);
        done.end(report);
    }
}
