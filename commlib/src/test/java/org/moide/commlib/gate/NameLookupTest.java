package org.moide.commlib.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class NameLookupTest {
    private static final long LONG = TimeUnit.SECONDS.toNanos(30);
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(50);

    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();

    private InetAddress[] late(String name) throws UnknownHostException {
        asked.incrementAndGet();
        try {
            answer.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        if (name.startsWith("unknown")) {
            throw new UnknownHostException(name);
        }
        return new InetAddress[] {InetAddress.getByAddress(name, new byte[] {10, 0, 0, 1})};
    }

    @Test
    void shouldWaitNoLongerThanItMayWhenTheNameServiceDoesNotAnswer() throws Exception {
        NameLookup lookup = new NameLookup(this::late);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> lookup.find("node7", SHORT))
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("the name service did not answer for node7");
        }
        assertThat(asked).as("who waits for the same name asks once").hasValue(1);

        answer.countDown();

        assertThat(lookup.find("node7", LONG))
                .extracting(InetAddress::getHostAddress)
                .containsExactly("10.0.0.1");
    }

    @Test
    void shouldAskAgainWhenAnAnswerHasCome() throws Exception {
        NameLookup lookup = new NameLookup(this::late);
        answer.countDown();
        lookup.find("node7", LONG);
        Awaitility.await().until(() -> {
            lookup.find("node7", LONG);
            return asked.get() > 1;
        });
    }

    @Test
    void shouldSayWhichNameIsUnknown() {
        answer.countDown();
        assertThatThrownBy(() -> new NameLookup(this::late).find("unknown-node", LONG))
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("unknown-node is unknown to the name service");
    }

    @Test
    void shouldAskNobodyForAnAddress() throws Exception {
        NameLookup lookup = new NameLookup(InetAddress::getAllByName);
        for (String address : List.of("127.0.0.1", "::1", "fe80::1")) {
            // With no time left, a lookup on another thread would come too late.
            assertThat(lookup.find(address, 0)).hasSize(1);
        }
    }
}
