package org.moide.commlib.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a class with one method, {@code apply(components)}, that calls a record's constructor: JVM
 * specification, chapter 4. It has no branches, so the JVM needs no more than these. It sits beside the record, hidden,
 * and goes with it.
 */
final class MakerClass {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int JAVA_17 = 61;
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final int PUBLIC = 0x0001;
    /** Public, since it is made an object of from here, which is another package. */
    private static final int PUBLIC_FINAL_SUPER = 0x0031;

    private static final int ALOAD_0 = 0x2A;
    private static final int ALOAD_1 = 0x2B;
    private static final int ASTORE_1 = 0x4C;
    private static final int AALOAD = 0x32;
    private static final int SIPUSH = 0x11;
    private static final int DUP = 0x59;
    private static final int NEW = 0xBB;
    private static final int CHECKCAST = 0xC0;
    private static final int INVOKEVIRTUAL = 0xB6;
    private static final int INVOKESPECIAL = 0xB7;
    private static final int ARETURN = 0xB0;
    private static final int RETURN = 0xB1;

    private static final String CONSTRUCTOR = "<init>";
    private static final String ARRAY = "[Ljava/lang/Object;";

    private final ByteArrayOutputStream pooled = new ByteArrayOutputStream();
    private final DataOutputStream pool = new DataOutputStream(pooled);
    private int constants = 1;

    private MakerClass() {}

    /**
     * Makes what calls the constructor of the record that {@code beside} looks up in.
     *
     * @param types of its components
     * @throws IllegalAccessException if no class may be made there
     */
    @SuppressWarnings("unchecked") // it is what the bytes below say
    static Function<@Nullable Object[], Object> of(MethodHandles.Lookup beside, Class<?>[] types)
            throws IllegalAccessException {
        Class<?> made;
        try {
            byte[] bytes = new MakerClass().bytes(beside.lookupClass(), types);
            made = beside.defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE)
                    .lookupClass();
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        try {
            return (Function<@Nullable Object[], Object>)
                    made.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("expected a class that makes " + beside.lookupClass(), impossible);
        }
    }

    private byte[] bytes(Class<?> record, Class<?>[] types) throws IOException {
        int itself = classNamed(record.getPackageName().replace('.', '/')
                + (record.getPackageName().isEmpty() ? "" : "/") + "RecordMaker");
        int object = classNamed("java/lang/Object");
        int function = classNamed("java/util/function/Function");
        int code = text("Code");
        int none = text("()V");
        int init = text(CONSTRUCTOR);
        int apply = text("apply");
        int applied = text("(Ljava/lang/Object;)Ljava/lang/Object;");
        byte[] makes = makesItself(object);
        byte[] makesRecord = makesRecord(record, types);

        ByteArrayOutputStream made = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(made);
        out.writeInt(MAGIC);
        out.writeShort(0);
        out.writeShort(JAVA_17);
        out.writeShort(constants);
        pooled.writeTo(out);
        out.writeShort(PUBLIC_FINAL_SUPER);
        out.writeShort(itself);
        out.writeShort(object);
        out.writeShort(1); // interfaces
        out.writeShort(function);
        out.writeShort(0); // fields
        out.writeShort(2); // methods
        method(out, init, none, code, 1, 1, makes);
        method(out, apply, applied, code, stack(types), 2, makesRecord);
        out.writeShort(0); // attributes
        return made.toByteArray();
    }

    private static void method(
            DataOutputStream out, int name, int type, int attribute, int stack, int locals, byte[] code)
            throws IOException {
        out.writeShort(PUBLIC);
        out.writeShort(name);
        out.writeShort(type);
        out.writeShort(1); // attributes
        out.writeShort(attribute);
        out.writeInt(2 + 2 + 4 + code.length + 2 + 2);
        out.writeShort(stack);
        out.writeShort(locals);
        out.writeInt(code.length);
        out.write(code);
        out.writeShort(0); // exceptions
        out.writeShort(0); // attributes
    }

    private byte[] makesItself(int object) throws IOException {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(code);
        out.writeByte(ALOAD_0);
        out.writeByte(INVOKESPECIAL);
        out.writeShort(method(object, CONSTRUCTOR, "()V"));
        out.writeByte(RETURN);
        return code.toByteArray();
    }

    private byte[] makesRecord(Class<?> record, Class<?>[] types) throws IOException {
        int made = classNamed(name(record));
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(code);
        out.writeByte(ALOAD_1);
        out.writeByte(CHECKCAST);
        out.writeShort(classNamed(ARRAY));
        out.writeByte(ASTORE_1);
        out.writeByte(NEW);
        out.writeShort(made);
        out.writeByte(DUP);
        for (int index = 0; index < types.length; index++) {
            Class<?> type = types[index];
            Class<?> held = MethodType.methodType(type).wrap().returnType();
            out.writeByte(ALOAD_1);
            out.writeByte(SIPUSH);
            out.writeShort(index);
            out.writeByte(AALOAD);
            int holder = classNamed(name(held));
            out.writeByte(CHECKCAST);
            out.writeShort(holder);
            if (type.isPrimitive()) {
                out.writeByte(INVOKEVIRTUAL);
                out.writeShort(method(holder, type.getName() + "Value", "()" + type.descriptorString()));
            }
        }
        out.writeByte(INVOKESPECIAL);
        out.writeShort(method(
                made, CONSTRUCTOR, MethodType.methodType(void.class, types).descriptorString()));
        out.writeByte(ARETURN);
        return code.toByteArray();
    }

    /** The record twice, its components, and what is looked up in the array for the next. */
    private static int stack(Class<?>[] types) {
        int cells = 2 + 2;
        for (Class<?> type : types) {
            cells += type == long.class || type == double.class ? 2 : 1;
        }
        return cells;
    }

    /** A class's name as class files have it; an array's is its descriptor. */
    private static String name(Class<?> type) {
        return type.isArray() ? type.descriptorString() : type.getName().replace('.', '/');
    }

    // --- constants, each written once more if it is needed once more: there are few
    // -----------------------------------

    private int text(String text) throws IOException {
        pool.writeByte(UTF8);
        pool.writeUTF(text);
        return constants++;
    }

    private int classNamed(String name) throws IOException {
        int text = text(name);
        pool.writeByte(CLASS);
        pool.writeShort(text);
        return constants++;
    }

    private int method(int owner, String name, String type) throws IOException {
        int nameText = text(name);
        int typeText = text(type);
        pool.writeByte(NAME_AND_TYPE);
        pool.writeShort(nameText);
        pool.writeShort(typeText);
        int nameAndType = constants++;
        pool.writeByte(METHOD);
        pool.writeShort(owner);
        pool.writeShort(nameAndType);
        return constants++;
    }
}
