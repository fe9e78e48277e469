package org.moide.engine.bag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.InitialTask;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.TaskRepository;
import org.moide.engine.control.BrokenRuleException;
import org.moide.engine.loading.ApplicationCodec;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.ApplicationLoader;

/** Tests what the pool is told of a repository of the application's, and that it believes no repository. */
class OwnRepositoryTest {
    private static final ObjectCodec CODEC =
            new ApplicationCodec(new ApplicationLoader(ApplicationFiles.ofOwnClassPath("")));

    private final LoanAccount account = new LoanAccount(1, 1, 0);

    /** A stack of tasks. */
    private static class Stack implements TaskRepository<String> {
        final Deque<String> tasks = new ArrayDeque<>();

        @Override
        public void insert(String task) {
            tasks.push(task);
        }

        @Override
        public @Nullable String retrieve() {
            return tasks.poll();
        }
    }

    private PooledTask task(Object task) {
        return new PooledTask(account, task, false);
    }

    private PooledTask encoded(Object task) {
        return PooledTask.encoded(account, TaskHead.of(TaskClass.NONE, 3, Tasks.encoded(task, CODEC)));
    }

    @Test
    void shouldReturnTheTaskOfTheObject() {
        OwnRepository<String> own = new OwnRepository<>(new Stack(), CODEC);
        PooledTask[] all = {
            task("a"), encoded("b"), task(new RecordedTask(7, "c")), task("a"), encoded(new RecordedTask(8, "d"))
        };
        for (PooledTask one : all) {
            assertThat(own.insert(one)).isTrue();
        }
        for (int index : new int[] {4, 2, 1}) {
            assertThat(own.retrieve()).isSameAs(all[index]);
            if (index == 4) {
                assertThat(own.retrieve()).isSameAs(all[0]); // put twice as the same object: either may come first
            }
        }
        assertThat(own.retrieve()).isSameAs(all[3]);
        assertThat(own.retrieve()).isNull();
    }

    @Test
    void shouldNotShowWhatIsNoTaskOfTheApplications() {
        Stack stack = new Stack();
        OwnRepository<String> own = new OwnRepository<>(stack, CODEC);
        assertThat(own.insert(PooledTask.encoded(account, new InitialTask(0, 2).encoded())))
                .isFalse();
        assertThat(own.insert(PooledTask.encoded(account, new byte[] {(byte) 0xAC, 1, 2})))
                .isFalse();
        assertThat(stack.tasks).isEmpty();
    }

    private OwnRepository<String> with(TaskRepository<String> repository) {
        OwnRepository<String> own = new OwnRepository<>(repository, CODEC);
        own.insert(task("a"));
        return own;
    }

    @Test
    void shouldNotBelieveInATaskThatIsNotInside() {
        assertThatThrownBy(() -> with(new Stack() {
                            @Override
                            public String retrieve() {
                                return "another";
                            }
                        })
                        .retrieve())
                .isInstanceOf(BrokenRuleException.class)
                .hasMessageContainingAll("found another", "OwnRepositoryTest");
        OwnRepository<String> twice = with(new Stack() {
            @Override
            public @Nullable String retrieve() {
                return tasks.peek();
            }
        });
        assertThat(twice.retrieve()).isNotNull();
        assertThatThrownBy(twice::retrieve)
                .isInstanceOf(BrokenRuleException.class)
                .hasMessageContaining("found a,");
    }

    @Test
    void shouldSayWhatTheRepositoryThrew() {
        Stack throwing = new Stack() {
            @Override
            public void insert(String task) {
                throw new IllegalStateException("no room");
            }
        };
        assertThatThrownBy(() -> with(throwing))
                .isInstanceOf(BrokenRuleException.class)
                .hasMessageContainingAll("insert(a)", "no room");
        assertThat(with(new Stack()).lost(3)).hasMessageContaining("3 tasks");
    }
}
