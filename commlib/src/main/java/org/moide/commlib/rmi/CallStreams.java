package org.moide.commlib.rmi;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;

/**
 * RMI's object streams. They contain, after each class description, an object that says where to load the class from;
 * here it is always null.
 */
final class CallStreams {
    private CallStreams() {}

    /** The object stream that writes a request. */
    static final class Request extends ObjectOutputStream {
        Request(OutputStream out) throws IOException {
            super(out);
        }

        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            writeObject(null);
        }

        @Override
        protected void annotateProxyClass(Class<?> type) throws IOException {
            throw new InvalidClassException(type.getName(), "proxies do not travel: name the process instead");
        }
    }

    /**
     * The object stream that reads an answer. It accepts only classes that the filter allows, whatever the JVM's
     * settings.
     */
    static final class Answer extends ObjectInputStream {
        private final ClassLoader loader;

        Answer(InputStream in, ObjectInputFilter filter, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
            setObjectInputFilter(filter);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            readObject();
            return Class.forName(description.getName(), false, loader);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
            throw new InvalidClassException("proxies do not travel: found one of " + String.join(", ", interfaces));
        }
    }
}
