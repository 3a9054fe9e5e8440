package io.gpuaas.controlplane;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.StringEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The string constants of a compiled class. */
final class ConstantPool {

    private ConstantPool() {}

    static List<String> strings(JavaClass type) {
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = Objects.requireNonNull(ConstantPool.class.getResourceAsStream(file), file)) {
            List<String> strings = new ArrayList<>();
            ClassFile.of().parse(in.readAllBytes()).constantPool().forEach(entry -> {
                if (entry instanceof StringEntry text) {
                    strings.add(text.stringValue());
                }
            });
            return strings;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
