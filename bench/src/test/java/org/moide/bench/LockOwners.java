package org.moide.bench;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Finds, in sources, locks that are taken outside of their owner. A lock must be this object or a private field of the
 * same file, and code that was passed as an argument must not run while it is held.
 */
final class LockOwners {
    private static final Set<String> OF_MONITORS = Set.of("wait", "notify", "notifyAll");
    private static final Set<String> OF_LOCKS = Set.of("lock", "lockInterruptibly", "unlock");
    /** The types of arguments that may run arbitrary code; a predicate only checks a value. */
    private static final Set<String> PASSED = Set.of(
            "Runnable",
            "Callable",
            "Supplier",
            "Consumer",
            "BiConsumer",
            "Function",
            "BiFunction",
            "UnaryOperator",
            "BooleanSupplier",
            "IntSupplier",
            "LongSupplier",
            "IntConsumer",
            "LongConsumer",
            "IntFunction");

    private LockOwners() {}

    /** Returns the violations, one line each with its place. */
    static List<String> offences(Collection<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> found = new ArrayList<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    files,
                    problem -> {},
                    List.of("-proc:none"),
                    null,
                    files.getJavaFileObjectsFromPaths(sources));
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree file : task.parse()) {
                Set<String> owned = new HashSet<>();
                new Fields(owned).scan(file, null);
                new Locks(file, trees, owned, found).scan(file, null);
            }
        }
        return found;
    }

    /** Collects the private fields of a file, and the components of its records. */
    private static final class Fields extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final Set<String> owned;

        Fields(Set<String> owned) {
            this.owned = owned;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
            for (Tree member : type.getMembers()) {
                if (member instanceof VariableTree field
                        && field.getModifiers().getFlags().contains(Modifier.PRIVATE)) {
                    owned.add(field.getName().toString());
                }
            }
            return super.visitClass(type, none);
        }
    }

    private static final class Locks extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final CompilationUnitTree file;
        private final Trees trees;
        private final Set<String> owned;
        private final List<String> found;
        private final Set<String> passed = new HashSet<>();
        private final Set<String> locals = new HashSet<>();
        private int held;

        Locks(CompilationUnitTree file, Trees trees, Set<String> owned, List<String> found) {
            this.file = file;
            this.trees = trees;
            this.owned = owned;
            this.found = found;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
            Set<String> outerPassed = Set.copyOf(passed);
            Set<String> outerLocals = Set.copyOf(locals);
            int outerHeld = held;
            for (VariableTree parameter : method.getParameters()) {
                locals.add(parameter.getName().toString());
                // Only the owner itself calls a private method.
                if (!method.getModifiers().getFlags().contains(Modifier.PRIVATE)
                        && PASSED.contains(String.valueOf(parameter.getType()).replaceAll("<.*", ""))) {
                    passed.add(parameter.getName().toString());
                }
            }
            held = method.getModifiers().getFlags().contains(Modifier.SYNCHRONIZED) ? 1 : 0;
            super.visitMethod(method, none);
            held = outerHeld;
            passed.clear();
            passed.addAll(outerPassed);
            locals.clear();
            locals.addAll(outerLocals);
            return null;
        }

        @Override
        public @Nullable Void visitVariable(VariableTree variable, @Nullable Void none) {
            if (!variable.getModifiers().getFlags().contains(Modifier.PRIVATE)) {
                locals.add(variable.getName().toString());
            }
            return super.visitVariable(variable, none);
        }

        @Override
        public @Nullable Void visitSynchronized(SynchronizedTree block, @Nullable Void none) {
            require(block, block.getExpression(), "synchronized");
            held++;
            super.visitSynchronized(block, none);
            held--;
            return null;
        }

        @Override
        public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void none) {
            if (call.getMethodSelect() instanceof MemberSelectTree select) {
                String name = select.getIdentifier().toString();
                ExpressionTree target = select.getExpression();
                boolean monitor = OF_MONITORS.contains(name) && !isSuper(target);
                if (monitor || (OF_LOCKS.contains(name) && call.getArguments().isEmpty())) {
                    require(call, target, name);
                }
                if (held > 0
                        && target instanceof IdentifierTree who
                        && passed.contains(who.getName().toString())) {
                    tell(call, "runs " + who + ", which was passed, with a lock held");
                }
            }
            return super.visitMethodInvocation(call, none);
        }

        private static boolean isSuper(ExpressionTree target) {
            return target.toString().equals("super");
        }

        private void require(Tree where, ExpressionTree lock, String how) {
            if (!isOwned(lock)) {
                tell(where, how + " on " + lock + ", which is no private field of this file");
            }
        }

        private boolean isOwned(ExpressionTree lock) {
            if (lock instanceof ParenthesizedTree inner) {
                return isOwned(inner.getExpression());
            }
            if (lock instanceof ArrayAccessTree element) {
                return isOwned(element.getExpression());
            }
            String name = lock.toString();
            // The JDK defines a class loader's locks.
            if (name.equals("this") || name.endsWith(".this") || name.startsWith("getClassLoadingLock(")) {
                return true;
            }
            if (name.equals(fileName().replace(".java", ".class"))) {
                return true; // the lock of static methods
            }
            if (lock instanceof MemberSelectTree select) {
                return owned.contains(select.getIdentifier().toString());
            }
            return lock instanceof IdentifierTree && owned.contains(name) && !locals.contains(name);
        }

        private String fileName() {
            return Path.of(file.getSourceFile().getName()).getFileName().toString();
        }

        private void tell(Tree where, String what) {
            long at = trees.getSourcePositions().getStartPosition(file, where);
            found.add(fileName() + ":" + file.getLineMap().getLineNumber(at) + " " + what);
        }
    }
}
