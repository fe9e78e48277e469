package org.moide.commlib.message.endpoint;

import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.commlib.ElementType;
import org.moide.commlib.HandlerFailedException;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.MessageHandler;
import org.moide.commlib.Received;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.RequestHandler;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Content;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.Envelope;
import org.moide.commlib.message.ProgressThread;
import org.moide.commlib.message.SenderLeftException;
import org.moide.commlib.message.mailbox.Message;
import org.moide.commlib.message.rendezvous.Offer;
import org.moide.commlib.port.FaultHandler;

/**
 * The simple messages and requests of one ID in one group (the two schemes of Task Pool Teams). It sends them, and the
 * engine's communication thread runs the handlers for those that arrive at this ID.
 *
 * <p><b>Threads.</b> The owner sends, requests and registers handlers. The communication thread runs handlers with no
 * lock held; only it uses {@code unread}. {@code awaited} has the handlers of answers that have not arrived.
 */
final class RequestService {
    private final GroupMembers members;
    private final Way simple;
    private final Way requests;
    private final Way answers;
    private final ProgressThread thread;
    private final FaultHandler faults;
    private final Map<Integer, Handler> simpleHandlers = new ConcurrentHashMap<>();
    private final Map<Integer, Handler> requestHandlers = new ConcurrentHashMap<>();
    private final List<Unread> unread = new ArrayList<>();
    private final Map<Long, Handler> awaited = new ConcurrentHashMap<>();
    private long questions;
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong handled = new AtomicLong();

    /**
     * The means to send and receive one kind of message: simple messages, requests or answers.
     *
     * @param own the owner's endpoint
     * @param service the communication thread's endpoint
     */
    record Way(MessageSender messageSender, Endpoint own, Endpoint service) {
        private boolean isDue(Map<Integer, Handler> handlers) {
            for (Integer tag : handlers.keySet()) {
                if (messageSender.mailbox(service.id()).peek(CommLib.ANY_SENDER, tag) != null) {
                    return true;
                }
            }
            return false;
        }
    }

    /** An answer that its receiver has not fetched yet. */
    private record Unread(Offer offer, MessageSender messageSender) {}

    /** The code that passes one message to the application's handler. */
    @FunctionalInterface
    private interface Handler {
        void handle(Message message) throws Exception;
    }

    RequestService(
            GroupMembers members, Way simple, Way requests, Way answers, ProgressThread thread, FaultHandler faults) {
        this.members = members;
        this.simple = simple;
        this.requests = requests;
        this.answers = answers;
        this.thread = thread;
        this.faults = faults;
    }

    void post(int to, int tag, Serializable value) {
        NamedCall call = new NamedCall("post", "to", to, tag, members);
        Release release = PointToPoint.check(call, members, simple.messageSender);
        send(simple, Envelope.NO_NOTE, value, release, call);
    }

    private void send(Way way, long note, Object value, Release release, NamedCall call) {
        Offer offer = start(way, way.own, call.rank(), call.tag(), note, Objects.requireNonNull(value, "value"));
        if (offer != null) {
            way.messageSender.await(offer, release, call);
        }
    }

    private @Nullable Offer start(Way way, Endpoint from, int to, int tag, long note, Object value) {
        int receiver = members.outside(to);
        return ElementType.isArray(value)
                ? way.messageSender.send(from, receiver, tag, note, Slice.of(value))
                : way.messageSender.send(from, receiver, tag, note, value);
    }

    <T> T request(int to, int tag, Serializable value, Class<T> type) {
        NamedCall call = new NamedCall("request", "to", to, tag, members);
        Release release = PointToPoint.check(call, members, requests.messageSender);
        long number = questions++;
        send(requests, number, value, release, call);
        while (true) {
            Message answer = answers.messageSender.take(answers.own, members.outside(to), tag, null, release, call);
            if (answer.note() >> 1 != number) {
                answer.refuse(call + ": the thread that asked was interrupted and no longer waits", answers.own);
            } else if ((answer.note() & 1) == 0) {
                return PointToPoint.valueOf(answer, type, call, answers.own);
            } else {
                throw new RemoteFailureException(
                        call + ": its handler failed: " + PointToPoint.valueOf(answer, String.class, call, answers.own),
                        null);
            }
        }
    }

    <T> void request(int to, int tag, Serializable value, Class<T> type, Consumer<T> whenAnswered) {
        NamedCall call = new NamedCall("request", "to", to, tag, members);
        Release release = PointToPoint.check(call, members, requests.messageSender);
        Objects.requireNonNull(whenAnswered, "whenAnswered");
        serve(simpleHandlers, simple, Envelope.ANSWER_TAG, this::answered);
        long number = questions++;
        awaited.put(number, message -> {
            if ((message.note() & 1) != 0) {
                throw new RemoteFailureException(
                        call + ": its handler failed: "
                                + PointToPoint.valueOf(message, String.class, call, simple.service),
                        null);
            }
            whenAnswered.accept(PointToPoint.valueOf(message, type, call, simple.service));
        });
        send(requests, noteOf(number), value, release, call);
    }

    /** Returns the note of a question whose thread does not wait. Notes of others are their numbers, from 0. */
    private static long noteOf(long number) {
        return -2 - number; // -1 is no note
    }

    private void answered(Message answer) throws Exception {
        Handler handler = awaited.remove(noteOf(answer.note() >> 1));
        if (handler != null) {
            handler.handle(answer);
        }
    }

    <T> void onMessage(int tag, Class<T> type, MessageHandler<T> handler) {
        NamedCall call = new NamedCall("onMessage", "from", CommLib.ANY_SENDER, tag, members);
        register(simpleHandlers, simple, call, message -> {
            T value = PointToPoint.valueOf(message, type, call, simple.service);
            handler.handle(describe(message), value);
        });
    }

    <T> void onRequest(int tag, Class<T> type, RequestHandler<T> handler) {
        NamedCall call = new NamedCall("onRequest", "from", CommLib.ANY_SENDER, tag, members);
        register(requestHandlers, requests, call, message -> {
            long note = message.note() << 1;
            Object answer;
            try {
                T value = PointToPoint.valueOf(message, type, call, requests.service);
                answer = Objects.requireNonNull(
                        handler.answer(describe(message), value), call + ": expected an answer, found null");
            } catch (MemberLostException | RunEndedException | SenderLeftException nobodyWaits) {
                throw nobodyWaits;
            } catch (Throwable failed) {
                answer(message, note | 1, trace(failed));
                return;
            }
            try {
                answer(message, note, answer);
            } catch (MemberLostException | RunEndedException nobodyWaits) {
                throw nobodyWaits;
            } catch (CommException unfit) {
                answer(message, note | 1, trace(unfit));
            }
        });
    }

    private void answer(Message question, long note, Object value) {
        Way way = note < 0 ? simple : answers; // see noteOf
        int tag = note < 0 ? Envelope.ANSWER_TAG : question.tag();
        Offer offer = start(way, way.service, members.inside(question.sender()), tag, note, value);
        if (offer != null) {
            unread.add(new Unread(offer, way.messageSender)); // The requester's engine takes the answer soon.
        }
    }

    /**
     * Returns whether any handler is registered with this service: then arriving messages may cause further messages
     * and answers.
     */
    boolean serves() {
        return !simpleHandlers.isEmpty() || !requestHandlers.isEmpty();
    }

    /** Returns the number of messages that this service's handlers have handled. */
    long handled() {
        return handled.get();
    }

    /** Returns whether every message for which there is a handler has been handled. */
    boolean isQuiet() {
        return !simple.isDue(simpleHandlers) && !requests.isDue(requestHandlers) && begun.get() == handled.get();
    }

    private static String trace(Throwable failed) {
        StringWriter text = new StringWriter();
        failed.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private Received describe(Message message) {
        int length = message.content() == Content.OBJECT ? 1 : message.length();
        return new Received(members.inside(message.sender()), message.tag(), length);
    }

    private void register(Map<Integer, Handler> handlers, Way way, NamedCall call, Handler handler) {
        if (call.tag() < 0) {
            throw new IllegalArgumentException(call + ": expected a tag from 0 on");
        }
        way.messageSender.liveness().checkRunning(call);
        if (!serve(handlers, way, call.tag(), handler)) {
            throw new IllegalStateException(call + ": expected a tag without a handler, found one that has one");
        }
    }

    /** Lets the communication thread handle messages with a tag. Returns false if the tag has a handler already. */
    private boolean serve(Map<Integer, Handler> handlers, Way way, int tag, Handler handler) {
        boolean first = handlers.isEmpty();
        if (handlers.putIfAbsent(tag, handler) != null) {
            return false;
        }
        if (first) {
            thread.add(new Serving(handlers, way));
        } else {
            thread.signal().raise();
        }
        return true;
    }

    /** The duty to handle messages of one kind. */
    private final class Serving implements ProgressThread.Duty {
        private final Map<Integer, Handler> handlers;
        private final Way way;

        Serving(Map<Integer, Handler> handlers, Way way) {
            this.handlers = handlers;
            this.way = way;
        }

        @Override
        public boolean isDue() {
            return way.isDue(handlers);
        }

        @Override
        public void perform() {
            unread.removeIf(one -> {
                boolean isOver = one.offer().isOver();
                if (isOver) {
                    one.messageSender().withdraw(one.offer());
                }
                return isOver;
            });
            for (Map.Entry<Integer, Handler> entry : handlers.entrySet()) {
                begun.incrementAndGet(); // counted before it is taken, so that isQuiet never misses it
                Message message = way.messageSender.mailbox(way.service.id()).poll(CommLib.ANY_SENDER, entry.getKey());
                if (message == null) {
                    begun.decrementAndGet();
                } else {
                    serve(message, entry.getValue());
                    handled.incrementAndGet();
                }
            }
        }

        private void serve(Message message, Handler handler) {
            try {
                handler.handle(message);
            } catch (MemberLostException | RunEndedException | SenderLeftException nobodyWaits) {
                // Compute threads learn of the loss when they wait for that engine; this thread does not wait for it.
            } catch (Throwable failed) {
                endRun(message, failed);
            }
        }

        private void endRun(Message message, Throwable failed) {
            boolean isAnswer = message.tag() == Envelope.ANSWER_TAG;
            String what = "the handler of " + (isAnswer ? "answers" : "messages with tag " + message.tag()) + " at ID "
                    + members.own();
            String why = what + " failed with a message from " + members.inside(message.sender()) + ": " + failed;
            faults.onFault(what, new HandlerFailedException(why, failed));
            way.messageSender.liveness().end(why);
        }
    }
}
